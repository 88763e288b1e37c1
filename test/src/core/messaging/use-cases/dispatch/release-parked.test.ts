import { expect } from 'chai'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { releaseParked } from '@postrider/core/messaging/use-cases/dispatch/release-parked'
import { relayDue, DEFAULT_RELAY_LIMITS } from '@postrider/core/messaging/use-cases/dispatch/relay'
import { right } from '@postrider/conformance/outcome'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { calledAt, mapTwo, sound } from './two-accounts.js'

const notAttempted: SubmitOutcome = { _tag: 'NotAttempted', detail: 'no connection' }
const MINUTE_MS = 60_000

/** A dispatcher with its releaser, and a round of both that dispatches due messages. */
const aReleaser = () => {
  const one = aDispatcher({ creditMinor: 100_000 })
  const release = one.releaseParked
  const parked = () => [...one.tables.outbox.values()].filter(({ waitsFor }) => waitsFor !== undefined).length
  /** Dispatches due messages, and returns the number of checked messages. */
  const dispatchDue = async (): Promise<number> => {
    const nowMs = one.time.clock.nowMs()
    const due = await right(
      one.ports.storage.outbox.takeDue('transactional', 1_000, nowMs, nowMs + MINUTE_MS),
    )
    for (const { messageId } of due) {
      const message = one.tables.messages.get(messageId)
      if (message !== undefined) await one.dispatch(message)
    }
    return due.length
  }
  const turn = async (): Promise<number> => {
    await right(release())
    return dispatchDue()
  }
  /** Opens the circuit of the only account. */
  const fail = async (): Promise<void> => {
    one.provider.answer(...Array.from({ length: 5 }, () => notAttempted))
    for (let count = 0; count < 5; count += 1) await one.dispatch(one.accept())
  }
  const acceptMany = (count: number, of: Partial<Message> = {}): readonly Message[] =>
    Array.from({ length: count }, () => one.accept(of))
  return { ...one, parked, turn, dispatchDue, fail, acceptMany, release }
}

describe('Messages whose only account is down', () => {
  it('are checked at once, and not again while it rests', async () => {
    const one = aReleaser()
    await one.fail()
    const messages = one.acceptMany(50)
    for (const message of messages) await one.dispatch(message)
    expect(one.parked()).to.equal(50)
    const calls = calledAt(one).length
    expect(await one.turn()).to.equal(0)
    for (let count = 0; count < 5; count += 1) expect(await one.turn()).to.equal(0)
    expect(calledAt(one)).to.have.length(calls)
    for (const message of messages) expect(one.now(message)).to.include({ state: 'ACCEPTED', attempt: 0 })
    await sound(one)
  })

  it('try it in small numbers when that is allowed, and go when it works again', async () => {
    const one = aReleaser()
    await one.fail()
    for (const message of one.acceptMany(50)) await one.dispatch(message)
    const before = calledAt(one).length
    one.provider.answer(notAttempted)
    await one.time.advance(1_000)
    // Those that opened the circuit are due again by then. They are parked too, except one that is called.
    await one.turn()
    expect(calledAt(one).length).to.equal(before + 1)
    expect(one.parked()).to.be.at.least(47)
    await one.time.advance(MINUTE_MS)
    for (let count = 0; count < 10; count += 1) {
      await one.turn()
      await one.time.advance(10_000)
    }
    expect(one.parked()).to.equal(0)
    const states = [...one.tables.messages.values()].map(({ state }) => state)
    expect(states.filter((state) => state === 'ACCEPTED')).to.deep.equal([])
    expect(calledAt(one).length).to.equal(before + 1 + 55)
    await sound(one)
  })

  it('end in time when their validity does', async () => {
    const one = aReleaser()
    await one.fail()
    const expiresAtMs = one.time.clock.nowMs() + 500
    const [message] = one.acceptMany(1, { expiresAtMs })
    if (message === undefined) throw new Error('nothing was accepted')
    await one.dispatch(message)
    expect(one.parked()).to.equal(1)
    one.provider.answer(...Array.from({ length: 9 }, () => notAttempted))
    await one.time.advance(1_500)
    await one.turn()
    expect(one.now(message)).to.include({ state: 'EXPIRED', billing: 'released' })
    await sound(one)
  })

  it('go to another account at once when the app gets one', async () => {
    const one = aReleaser()
    await one.fail()
    const [message] = one.acceptMany(1)
    if (message === undefined) throw new Error('nothing was accepted')
    await one.dispatch(message)
    const [, second] = await mapTwo(one)
    const { organizationId, appId } = message
    const nowMs = one.time.clock.nowMs()
    await right(one.ports.storage.outbox.makeDueNow({ _tag: 'OfApp', organizationId, appId }, nowMs))
    await one.turn()
    expect(calledAt(one).at(-1)).to.equal(second)
    expect(one.now(message)).to.include({ state: 'SUBMITTED' })
  })

  it('are neither relayed nor read by relays', async () => {
    const one = aReleaser()
    await one.fail()
    for (const message of one.acceptMany(20)) await one.dispatch(message)
    const relay = relayDue({ ...one.ports, relay: DEFAULT_RELAY_LIMITS }, 'transactional')
    expect((await relay()).published).to.equal(0)
  })

  it('are soon sent by a process that knows nothing of the account', async () => {
    const one = aReleaser()
    await one.fail()
    for (const message of one.acceptMany(150)) await one.dispatch(message)
    const { circuits } = aDispatcher().jobs.capacity
    const other = releaseParked(one.ports, circuits, one.providers)
    expect(await right(other())).to.equal(200)
    expect(one.parked()).to.equal(50)
  })
})
