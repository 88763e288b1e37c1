import { expect } from 'chai'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { scriptedProvider } from '../../../fakes/scripted-provider.js'
import { calledAt, mapTwo, sound } from './two-accounts.js'

describe('An account that sends nothing', () => {
  const notAttempted: SubmitOutcome = { _tag: 'NotAttempted', detail: 'no connection' }
  const taken: SubmitOutcome = { _tag: 'Accepted', providerMessageIds: ['x'] }

  it('passes the message to the next at once, and it waits after all had their turn', async () => {
    const one = aDispatcher()
    const [first, second] = await mapTwo(one)
    one.provider.answer(notAttempted, notAttempted)
    const message = one.accept()
    await one.dispatch(message)
    expect(one.dueAtMs(message)).to.equal(one.time.clock.nowMs())
    await one.dispatch(message)
    expect(one.dueAtMs(message)).to.be.at.least(one.time.clock.nowMs() + 1_000)
    await one.time.advance(10_000)
    await one.dispatch(message)
    expect(calledAt(one)).to.deep.equal([first, second, first])
    expect(one.now(message)).to.include({ state: 'SUBMITTED', attempt: 3, uncalled: 2 })
    await sound(one)
  })

  it('is paused after five failures, probed with one message, and used as before once that is taken', async () => {
    const one = aDispatcher()
    const [first, second] = await mapTwo(one)
    const sendOne = async (): Promise<readonly string[]> => {
      const before = one.provider.submissions.length
      const message = one.accept()
      await one.dispatch(message)
      if (one.now(message).state === 'ACCEPTED') await one.dispatch(message)
      expect(one.now(message).state).to.equal('SUBMITTED')
      return calledAt(one).slice(before)
    }
    for (let count = 0; count < 5; count += 1) {
      one.provider.answer(notAttempted, taken)
      expect(await sendOne()).to.deep.equal([first, second])
    }
    expect(await sendOne()).to.deep.equal([second])
    await one.time.advance(1_000)
    one.provider.answer(notAttempted, taken)
    expect(await sendOne()).to.deep.equal([first, second])
    expect(await sendOne()).to.deep.equal([second])
    await one.time.advance(2_000)
    expect(await sendOne()).to.deep.equal([first])
    expect(await sendOne()).to.deep.equal([first])
    expect(
      one.emitted.flatMap((what) => (what._tag === 'CircuitChanged' ? [what.isOpen] : [])),
    ).to.deep.equal([true, false])
    await sound(one)
  })

  it('is waited for if it is the only one, without calls meanwhile', async () => {
    const one = aDispatcher()
    one.provider.answer(...Array.from({ length: 5 }, () => notAttempted))
    const messages = Array.from({ length: 5 }, () => one.accept())
    for (const message of messages) await one.dispatch(message)
    const another = one.accept()
    await one.dispatch(another)
    expect(calledAt(one)).to.have.length(5)
    expect(one.now(another)).to.include({ state: 'ACCEPTED', attempt: 0 })
    expect(one.dueAtMs(another)).to.be.greaterThan(one.time.clock.nowMs())
    await sound(one)
  })
})

describe('An account that refuses a message', () => {
  const here: SubmitOutcome = { _tag: 'RejectedByRoute', detail: 'no such sender here' }

  it('is called once, and another takes it at once', async () => {
    const one = aDispatcher()
    const [first, second] = await mapTwo(one)
    one.provider.answer(here)
    const message = one.accept()
    await one.dispatch(message)
    expect(one.dueAtMs(message)).to.equal(one.time.clock.nowMs())
    await one.dispatch(message)
    expect(calledAt(one)).to.deep.equal([first, second])
    expect(one.attempts(message).map(({ phase }) => phase)).to.deep.equal(['rejected_by_route', 'accepted'])
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled' })
    await sound(one)
  })

  it('lets it wait if no other is left, until the account is changed', async () => {
    const one = aDispatcher()
    one.provider.answer(here)
    const message = one.accept()
    for (let round = 0; round < 3; round += 1) {
      await one.dispatch(message)
      await one.time.advance(300_000)
    }
    expect(calledAt(one)).to.have.length(1)
    expect(one.now(message)).to.include({ state: 'ACCEPTED', billing: 'provisional', attempt: 1 })
    await one.save({ providerAccounts: [{ ...one.tenant.providerAccount, version: 2 }] })
    for (let round = 0; round < 2; round += 1) {
      await one.time.advance(300_000)
      await one.dispatch(message)
    }
    expect(calledAt(one)).to.have.length(2)
    expect(one.now(message).state).to.equal('SUBMITTED')
    await sound(one)
  })

  it('lets it expire, unsent and uncharged, without a change', async () => {
    const one = aDispatcher()
    one.provider.answer(here)
    const message = one.accept()
    await one.dispatch(message)
    await one.time.advance(message.expiresAtMs - one.time.clock.nowMs())
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'EXPIRED', billing: 'released' })
    await sound(one)
  })

  it('leaves an earlier call with an unknown outcome open', async () => {
    const one = aDispatcher({ provider: scriptedProvider({ deduplicates: true }) })
    const [first] = await mapTwo(one)
    one.provider.answer({ _tag: 'OutcomeUnknown', detail: 'lost' }, here)
    const message = one.accept()
    for (let round = 0; round < 3; round += 1) {
      await one.dispatch(message)
      await one.time.advance(300_000)
    }
    expect(new Set(calledAt(one))).to.deep.equal(new Set([first]))
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'settled' })
  })
})
