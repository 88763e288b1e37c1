import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { openProviders } from '@postrider/core/providers/use-cases/calls/open-providers'
import { dispatchJobs } from '@postrider/core/messaging/use-cases/dispatch/dispatch-jobs'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { right } from '@postrider/conformance/outcome'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { turn } from '../../../fakes/manual-time.js'
import { aDelivery } from '../../../fakes/memory-queue.js'
import { aSlowDispatcher, type Dispatcher } from '../../../messaging/use-cases/dispatch/a-slow-dispatcher.js'

/** One slot at the provider, and room for one more intent, so that three of five wait. */
const CALL_MS = 2_000
const aCrowd = async (count = 5) => {
  const one = aSlowDispatcher(1, CALL_MS)
  const messages = Array.from({ length: count }, () => one.accept())
  const deliveries = messages.map((message) => one.begin(message))
  await turn(60)
  return { one, messages, deliveries }
}

const sentIds = ({ provider }: Dispatcher): readonly string[] =>
  provider.submissions.map(({ submission }) => submission.messageId)

const sound = async ({ ports }: Dispatcher): Promise<void> => {
  expect((await right(checkInvariants(ports)())).violations).to.deep.equal([])
}

/** Another dispatcher on the same storage. */
const another = (one: Dispatcher) => {
  const providers = openProviders(one.ports, () => Promise.resolve())
  const jobs = dispatchJobs(one.ports, one.catalog, providers, one.reports)
  return {
    see: async (message: Message) => {
      const delivery = aDelivery({ messageId: message.messageId, lane: message.lane })
      jobs.take(delivery)
      await one.time.until(jobs.idle())
      return delivery.answer()
    },
  }
}

/** Handles everything that is due, until nothing is. */
const untilDone = async (one: Dispatcher, messages: readonly Message[]): Promise<void> => {
  for (
    let round = 0;
    round < 60 && messages.some((message) => one.dueAtMs(message) !== undefined);
    round += 1
  ) {
    for (const message of messages) one.begin(message)
    await one.time.until(one.jobs.idle())
    await one.time.advance(1_000)
  }
}

describe('A claimed message', () => {
  it('has a lease and no attempt while it waits, and the intent is written at its turn', async () => {
    const { one, messages } = await aCrowd()
    expect(messages.map((message) => one.attempts(message).length)).to.deep.equal([1, 1, 0, 0, 0])
    expect(messages.map((message) => one.now(message).attempt)).to.deep.equal([1, 1, 0, 0, 0])
    for (const message of messages) expect(one.now(message).leaseUntilMs).to.equal(NOW_MS + 40_000)
    await one.time.advance(CALL_MS)
    await turn(60)
    expect(messages.map((message) => one.attempts(message).length)).to.deep.equal([1, 1, 1, 0, 0])
    await one.time.until(one.jobs.idle())
    expect(new Set(sentIds(one)).size).to.equal(5)
    for (const message of messages)
      expect(one.now(message)).to.include({ state: 'SUBMITTED', attempt: 1, uncalled: 0 })
    await sound(one)
  })

  it('that waits is released at once when its dispatcher stops, and the running calls end', async () => {
    const { one, messages, deliveries } = await aCrowd()
    one.jobs.stop()
    await one.time.until(one.jobs.idle())
    expect(one.time.clock.nowMs()).to.equal(NOW_MS + CALL_MS)
    expect(deliveries.map((delivery) => delivery.answer())).to.deep.equal(Array(5).fill('ack'))
    expect(sentIds(one)).to.have.length(1)
    expect(one.now(messages[0] as Message).state).to.equal('SUBMITTED')
    for (const message of messages.slice(1)) {
      expect(one.now(message)).to.include({ state: 'ACCEPTED', leaseUntilMs: 0 })
      expect(one.now(message).attempt - one.now(message).uncalled).to.equal(0)
      expect(one.dueAtMs(message)).to.equal(NOW_MS)
    }
    const other = another(one)
    for (const message of messages.slice(1)) expect(await other.see(message)).to.equal('ack')
    expect(sentIds(one)).to.have.length(5)
    expect(new Set(sentIds(one)).size).to.equal(5)
    await sound(one)
  })

  it('never belongs to a stopped dispatcher: its jobs return to the queue unclaimed', async () => {
    const one = aSlowDispatcher(1, CALL_MS)
    one.jobs.stop()
    const message = one.accept()
    expect(await one.dispatch(message)).to.equal('back')
    expect(one.faults.calls('claim')).to.equal(0)
  })

  it('is released also if the database is available only some time after the stop', async () => {
    const { one, messages } = await aCrowd()
    one.faults.plan('work', ...Array.from({ length: 6 }, () => 'away' as const))
    one.jobs.stop()
    await one.time.until(one.jobs.idle())
    for (const message of messages.slice(1))
      expect(one.now(message)).to.include({ state: 'ACCEPTED', leaseUntilMs: 0 })
    expect(one.now(messages[0] as Message).state).to.equal('SUBMITTED')
  })

  it('has its intent only when there is room for it, and a call without a recorded outcome frees none', async () => {
    const { one, messages } = await aCrowd()
    one.faults.plan('work', ...Array.from({ length: 8 }, () => 'away' as const))
    await one.time.advance(2 * CALL_MS)
    await turn(60)
    expect(sentIds(one)).to.have.length(2)
    expect(messages.flatMap(one.attempts).filter(({ phase }) => phase === 'intent')).to.have.length(2)
    await one.time.until(one.jobs.idle())
    expect(sentIds(one)).to.have.length(5)
    await sound(one)
  })

  it('is available after its lease has expired, and a holder that waited too long calls no provider', async () => {
    const { one, messages } = await aCrowd(3)
    const [, , late] = messages
    if (late === undefined) throw new Error('three were accepted')
    await one.time.advance(1_000)
    // Another process's clock is far ahead, so for it the lease has expired.
    one.tables.messages.set(late.messageId, { ...one.now(late), leaseUntilMs: NOW_MS })
    expect(await another(one).see(late)).to.equal('ack')
    await one.time.until(one.jobs.idle())
    expect(sentIds(one).filter((id) => id === late.messageId)).to.have.length(1)
    expect(one.now(late)).to.include({ state: 'SUBMITTED', attempt: 1 })
    await sound(one)
  })
})

describe('An intent without the name of a claim', () => {
  it("isn't called for by its earlier claimer, nor treated as its own", async () => {
    for (const fault of ['overtaken', 'answer lost'] as const) {
      const { one, messages } = await aCrowd(3)
      const [, , taken] = messages
      if (taken === undefined) throw new Error('three were accepted')
      const { messageId } = taken
      const { providerAccountId } = one.tenant.providerAccount
      const leaseUntilMs = NOW_MS + 90_000
      one.tables.messages.set(messageId, { ...one.now(taken), attempt: 1, leaseUntilMs })
      one.plantAttempt(anAttempt({ messageId, providerAccountId, number: 1 }))
      if (fault === 'answer lost') one.faults.plan('begin', 'commit lost')
      await one.time.until(one.jobs.idle())
      expect(sentIds(one)).to.not.include(messageId)
      expect(one.now(taken)).to.include({ state: 'ACCEPTED', attempt: 1, uncalled: 0, leaseUntilMs })
      expect(one.attempts(taken)[0]).to.include({ phase: 'intent' })
    }
  })

  it('finds messages that were claimed by name before, and may call after the lease has expired', async () => {
    const { one, messages } = await aCrowd(3)
    const waiting = one.now(messages[2] as Message)
    expect(waiting).to.include({ state: 'ACCEPTED', attempt: 0, leaseUntilMs: NOW_MS + 40_000 })
    expect(one.attempts(waiting)).to.deep.equal([])
  })
})

describe('A claim with a lost response to its COMMIT', () => {
  for (const fault of ['answer lost', 'commit lost'] as const) {
    it(`is read back: nothing of it is unknown, and each is sent once (${fault})`, async () => {
      const one = aSlowDispatcher(1, 10)
      await one.dispatch(one.accept())
      one.faults.plan('claim', fault)
      const messages = Array.from({ length: 5 }, () => one.accept())
      const deliveries = messages.map((message) => one.begin(message))
      await one.time.until(one.jobs.idle())
      expect(new Set(deliveries.map((delivery) => delivery.answer()))).to.deep.equal(new Set(['ack']))
      expect(sentIds(one)).to.have.length(1)
      for (const message of messages) {
        expect(one.now(message)).to.include({ state: 'ACCEPTED', leaseUntilMs: 0 })
        expect(one.dueAtMs(message)).to.equal(one.time.clock.nowMs())
      }
      await untilDone(one, messages)
      expect(messages.map((message) => one.now(message).state)).to.deep.equal(Array(5).fill('SUBMITTED'))
      expect(sentIds(one)).to.have.length(6)
      await sound(one)
    })

    it(`is read back also for the intents (${fault})`, async () => {
      const { one, messages } = await aCrowd()
      one.faults.plan('begin', fault, fault)
      await one.time.until(one.jobs.idle())
      const left = messages.filter((message) => one.now(message).state === 'ACCEPTED')
      expect(left).to.have.length(2)
      for (const message of left) {
        const { attempt, uncalled, leaseUntilMs } = one.now(message)
        expect([attempt - uncalled, leaseUntilMs]).to.deep.equal([0, 0])
      }
      await untilDone(one, messages)
      expect(messages.map((message) => one.now(message).state)).to.deep.equal(Array(5).fill('SUBMITTED'))
      expect(new Set(sentIds(one)).size).to.equal(sentIds(one).length)
      await sound(one)
    })
  }

  it("doesn't treat another's attempt with the same number as its own", async () => {
    const one = aSlowDispatcher(1, 10)
    await one.dispatch(one.accept())
    const message = one.accept()
    one.faults.plan('claim', 'commit lost')
    one.faults.plan('work', 'away')
    const delivery = one.begin(message)
    await turn(30)
    // While this one couldn't reach storage, another process claimed the message and calls.
    const { messageId } = message
    one.tables.messages.set(messageId, { ...one.now(message), attempt: 1, leaseUntilMs: NOW_MS + 40_000 })
    one.plantAttempt(anAttempt({ messageId, number: 1, claim: 4711 }))
    await one.time.until(one.jobs.idle())
    expect(delivery.answer()).to.equal('ack')
    expect(one.now(message)).to.include({ attempt: 1, uncalled: 0, leaseUntilMs: NOW_MS + 40_000 })
    expect(one.attempts(message)[0]).to.include({ phase: 'intent', claim: 4711 })
  })
})
