import { expect } from 'chai'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { accountRates } from '@postrider/core/providers/use-cases/calls/account-rates'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { turn } from '../../../fakes/manual-time.js'
import { aWorld } from '../../../fakes/world.js'

/** Processes over one database, and the send times of each message. */
const aFleet = (ratePerSecond: number | undefined, processes = 1) => {
  const world = aWorld()
  const rates = Array.from({ length: processes }, () => accountRates(world.ports))
  const account = { ...aProviderAccount(), ratePerSecond }
  const went: Array<{ readonly name: string; readonly atMs: number; readonly parts: number }> = []
  const refused: string[] = []
  const send = (
    name: string,
    parts = 1,
    lane: Lane = 'transactional',
    waitMs = 60_000,
    process = 0,
  ): void => {
    const atMs = world.time.clock.nowMs()
    void rates[process % processes]?.take(account, lane, parts, atMs + waitMs).then((isLetGo) => {
      if (isLetGo) went.push({ name, atMs: world.time.clock.nowMs() - NOW_MS, parts })
      else refused.push(name)
    })
  }
  return { ...world, rates, account, went, refused, send }
}

describe('The rate of an account', () => {
  it('allows everything without a limit', async () => {
    const { send, went, memory } = aFleet(undefined)
    for (let count = 0; count < 500; count += 1) send(`${count}`)
    await turn(100)
    expect(went).to.have.length(500)
    expect(memory.faults.calls('takeTokens')).to.equal(0)
  })

  it("allows a second's worth at once, then its number per second, in order", async () => {
    const { send, went, time } = aFleet(10)
    for (let count = 0; count < 30; count += 1) send(`${count}`)
    await turn(100)
    expect(went).to.have.length(10)
    await time.advance(1_000)
    expect(went.length).to.be.within(19, 20)
    await time.advance(2_000)
    expect(went.map(({ name }) => name)).to.deep.equal(Array.from({ length: 30 }, (_, at) => `${at}`))
  })

  it("counts an SMS by its parts, and allows one with more than a second's worth", async () => {
    const { send, went, time } = aFleet(10)
    send('long', 8)
    send('longer', 8)
    send('longest', 40)
    await turn(100)
    expect(went.map(({ name }) => name)).to.deep.equal(['long'])
    await time.advance(600)
    expect(went.map(({ name }) => name)).to.deep.equal(['long', 'longer'])
    await time.advance(1_100)
    expect(went.map(({ name }) => name)).to.deep.equal(['long', 'longer', 'longest'])
  })

  it('allows OTPs first', async () => {
    const { send, went, time } = aFleet(1)
    send('first')
    for (let count = 0; count < 5; count += 1) send(`bulk ${count}`, 1, 'promotional')
    send('otp', 1, 'otp')
    await time.advance(3_000)
    expect(went.slice(0, 3).map(({ name }) => name)).to.deep.equal(['first', 'otp', 'bulk 0'])
  })

  it('applies to all processes together: they never exceed it with its burst, and nearly reach it', async () => {
    const { send, went, time } = aFleet(100, 2)
    for (let at = 0; at < 10_000; at += 100) {
      for (let count = 0; count < 40; count += 1) send(`${at}/${count}`, 1, 'transactional', 60_000, count)
      await time.advance(100)
    }
    for (let fromMs = 0; fromMs < 10_000; fromMs += 500) {
      const within = went.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + 1_000)
      expect(within.length, `from ${fromMs}`).to.be.at.most(200)
    }
    expect(went.length).to.be.within(950, 1_100)
  })

  it('rejects calls at the end of their time, and all of them when the process stops', async () => {
    const { send, went, refused, time, rates } = aFleet(1)
    send('first')
    send('long', 1, 'transactional', 10_000)
    send('short', 1, 'promotional', 500)
    await time.advance(500)
    expect(refused).to.deep.equal(['short'])
    rates[0]?.shut()
    await turn(100)
    expect(refused).to.deep.equal(['short', 'long'])
    send('later')
    await turn(100)
    expect(refused).to.include('later')
    expect(went).to.have.length(1)
  })

  it('waits while storage is unavailable, and follows changes', async () => {
    const { send, went, time, memory, rates, account } = aFleet(1)
    memory.faults.plan('takeTokens', 'away')
    send('first')
    await time.advance(900)
    expect(went).to.deep.equal([])
    await time.advance(200)
    expect(went).to.have.length(1)
    for (let count = 0; count < 20; count += 1)
      void rates[0]?.take({ ...account, ratePerSecond: 100 }, 'otp', 1, NOW_MS + 60_000).then(() => send('x'))
    await time.advance(300)
    expect(memory.faults.calls('takeTokens')).to.be.lessThan(40)
  })

  it('is halved in the process that was asked to slow down, and recovers', async () => {
    const { send, went, time, rates, account } = aFleet(undefined)
    for (let count = 0; count < 40; count += 1) send(`before ${count}`)
    await turn(100)
    const slowedTo = () => rates[0]?.slowedTo(account.providerAccountId)
    expect(slowedTo()).to.equal(undefined)
    rates[0]?.slowDown(account.providerAccountId)
    rates[0]?.slowDown(account.providerAccountId)
    expect(slowedTo()).to.equal(0.5)
    const from = went.length
    for (let count = 0; count < 2_000; count += 1) send(`after ${count}`)
    const perSecond: number[] = []
    for (let second = 0; second < 12; second += 1) {
      const before = went.length
      await time.advance(1_000)
      perSecond.push(went.length - before)
    }
    expect(went[from]?.name).to.equal('after 0')
    expect(perSecond[0]).to.be.within(19, 24)
    expect(perSecond[4]).to.be.within(26, 34)
    expect(went).to.have.length(2_040)
    expect(slowedTo()).to.equal(undefined)
  })

  it('keeps the messages of an account in line, and calls it no faster', async () => {
    const one = aDispatcher({ tenant: { providerAccount: { ratePerSecond: 2, maxConcurrent: 50 } } })
    const messages = Array.from({ length: 6 }, () => one.accept())
    for (const message of messages) one.begin(message)
    await turn(100)
    expect(one.provider.submissions).to.have.length(2)
    await one.time.advance(1_000)
    expect(one.provider.submissions).to.have.length(4)
    await one.time.advance(1_000)
    expect(one.provider.submissions).to.have.length(6)
    await one.time.until(one.jobs.idle())
    expect(messages.map((message) => one.now(message).state)).to.deep.equal(Array(6).fill('SUBMITTED'))
  })

  it('is halved by a response that asks for it, and by no other', async () => {
    for (const isThrottled of [true, undefined]) {
      const one = aDispatcher({ tenant: { providerAccount: { maxConcurrent: 50 } } })
      one.provider.answer({ _tag: 'TransientFailure', detail: 'busy', ...(isThrottled && { isThrottled }) })
      one.begin(one.accept())
      await turn(100)
      for (const message of Array.from({ length: 20 }, () => one.accept())) one.begin(message)
      await turn(100)
      expect(one.provider.submissions).to.have.length(isThrottled ? 2 : 21)
      one.jobs.stop()
    }
  })
})
