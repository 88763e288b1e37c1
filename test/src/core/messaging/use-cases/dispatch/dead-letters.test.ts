import { expect } from 'chai'
import { traced } from '@postrider/core/kernel/tracing/trace-context'
import { E } from '@postrider/core/fp'
import { MOST_FAILURES } from '@postrider/core/providers/domain/calls/dead-letter'
import { RECONCILIATION_WINDOW_MS } from '@postrider/core/providers/domain/calls/past-check'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { dispatchJobs } from '@postrider/core/messaging/use-cases/dispatch/dispatch-jobs'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { aDelivery } from '../../../fakes/memory-queue.js'

type Dispatcher = ReturnType<typeof aDispatcher>

/** Delivers the message each time that it is due, this number of times. */
const handOver = async (one: Dispatcher, message: Message, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    const dueAtMs = one.dueAtMs(message) ?? 0
    await one.time.advance(Math.max(0, dueAtMs - one.time.clock.nowMs()))
    expect(await one.dispatch(message)).to.equal('ack')
  }
}
const failuresOf = (one: Dispatcher, { messageId }: Message) => one.tables.processingFailures.get(messageId)

/** A message without its reservation, so that no result can be written. */
const aBrokenOne = (one: Dispatcher, overrides: Partial<Message> = {}): Message => {
  const message = one.accept(overrides)
  const at = one.tables.events.findIndex(({ messageId }) => messageId === message.messageId)
  one.tables.events.splice(at, 1)
  return message
}

const sealed = { variables: { name: 'Asha', code: '******' }, sealedVariables: 'sealed by a lost key' }

/** The same dispatcher with another key ring. Provider accounts have nothing sealed. */
const withKeys = (one: Dispatcher, open: () => string): Dispatcher => {
  const keyRing = {
    ...one.ports.keyRing,
    open: (text: string) => E.right(text === sealed.sealedVariables ? open() : '{}'),
  }
  const ports = { ...one.ports, keyRing }
  const jobs = dispatchJobs(ports, emptyCatalog(ports), one.providers, one.reports)
  const dispatch = async (message: Message) => {
    const delivery = aDelivery({ messageId: message.messageId, lane: message.lane })
    jobs.take(delivery)
    await one.time.until(jobs.idle())
    return delivery.answer()
  }
  return { ...one, jobs, dispatch }
}

/** A dispatcher that lacks the key of sealed variables. */
const aKeylessOne = (): Dispatcher =>
  withKeys(aDispatcher(), () => {
    throw new Error('the key is not in the key ring')
  })

describe('A message whose processing fails', () => {
  it('leaves the queue and is tried again later, not at once', async () => {
    const one = aKeylessOne()
    const message = one.accept(sealed)
    expect(await one.dispatch(message)).to.equal('ack')
    expect(failuresOf(one, message)).to.deep.include({
      failures: 1,
      stage: 'unsealing',
      deadAtMs: undefined,
      version: 1,
    })
    expect(one.dueAtMs(message)).to.be.greaterThan(one.time.clock.nowMs())
    expect(one.provider.submissions).to.have.length(0)
  })

  it('is a dead letter from the fifth failure on: not scheduled, with unchanged state and money', async () => {
    const one = aKeylessOne()
    const message = one.accept(sealed)
    await handOver(one, message, MOST_FAILURES - 1)
    expect(failuresOf(one, message)?.deadAtMs).to.equal(undefined)
    await handOver(one, message, 1)
    expect(failuresOf(one, message)).to.deep.include({
      failures: MOST_FAILURES,
      deadAtMs: one.time.clock.nowMs(),
    })
    expect(one.dueAtMs(message)).to.equal(message.expiresAtMs)
    expect(one.now(message)).to.include({ state: 'ACCEPTED', billing: 'provisional' })
    expect(one.emitted.filter(({ _tag }) => _tag === 'DeadLettered')).to.deep.equal([
      { _tag: 'DeadLettered', messageId: message.messageId, trace: message.trace, stage: 'unsealing' },
    ])
  })

  it("isn't sent when the queue or an emergency stop brings it back, even after a fix", async () => {
    const one = aKeylessOne()
    const message = one.accept(sealed)
    await handOver(one, message, MOST_FAILURES)
    const mended = withKeys(one, () => '{"code":"123456"}')
    one.tables.outbox.set(message.messageId, { message, dueAtMs: NOW_MS, publications: 1 })
    expect(await mended.dispatch(message)).to.equal('ack')
    expect(one.provider.submissions).to.have.length(0)
    expect(one.dueAtMs(message)).to.equal(message.expiresAtMs)
  })

  it('ends with its validity, and is refunded', async () => {
    const one = aKeylessOne()
    const message = one.accept({ ...sealed, expiresAtMs: NOW_MS + HOUR_MS })
    await handOver(one, message, MOST_FAILURES + 1)
    expect(one.time.clock.nowMs()).to.equal(NOW_MS + HOUR_MS)
    expect(one.now(message)).to.include({ state: 'EXPIRED', billing: 'released' })
    expect(one.dueAtMs(message)).to.equal(undefined)
  })

  it("stops circulating even if its end can't be written, and is checked once a day", async () => {
    const one = aDispatcher()
    const message = aBrokenOne(one, { state: 'UNCONFIRMED', attempt: 1, updatedAtMs: NOW_MS })
    await one.time.advance(RECONCILIATION_WINDOW_MS)
    await handOver(one, message, MOST_FAILURES)
    expect(failuresOf(one, message)).to.include({ stage: 'recording', failures: MOST_FAILURES })
    expect(one.now(message)).to.include({ state: 'UNCONFIRMED', billing: 'provisional' })
    const due: number[] = []
    for (let day = 0; day < 2; day += 1) {
      await handOver(one, message, 1)
      due.push((one.dueAtMs(message) ?? 0) - one.time.clock.nowMs())
    }
    expect(due).to.deep.equal([24 * HOUR_MS, 24 * HOUR_MS])
    expect(one.emitted.filter(({ _tag }) => _tag === 'DeadLettered')).to.have.length(1)
  })

  it("doesn't delay other messages: a failed claim is halved until it is found", async () => {
    const one = aDispatcher()
    const [first, poison, last] = [one.accept(), one.accept(), one.accept()]
    const { storage } = one.ports
    const claim: typeof storage.dispatch.claim = (messageIds, decide) =>
      messageIds.includes(poison.messageId)
        ? () => Promise.reject(new Error('a row that cannot be read'))
        : storage.dispatch.claim(messageIds, decide)
    const ports = { ...one.ports, storage: { ...storage, dispatch: { ...storage.dispatch, claim } } }
    const jobs = dispatchJobs(ports, emptyCatalog({ ...ports, storage }), one.providers, one.reports)
    const deliveries = [first, poison, last].map(({ messageId, lane, trace }) =>
      aDelivery({ messageId, lane, trace }),
    )
    for (const delivery of deliveries) jobs.take(delivery)
    await one.time.until(jobs.idle())
    expect(deliveries.map((delivery) => delivery.answer())).to.deep.equal(['ack', 'ack', 'ack'])
    expect([first, poison, last].map((message) => one.now(message).state)).to.deep.equal([
      'SUBMITTED',
      'ACCEPTED',
      'SUBMITTED',
    ])
    expect(failuresOf(one, poison)).to.include({ failures: 1, stage: 'claim' })
    // The row has no details, so the queue's job names it.
    expect(one.emitted.flatMap((event) => ('about' in event ? [event.about] : []))).to.deep.equal([
      traced(poison),
    ])
    expect(one.dueAtMs(poison)).to.be.greaterThan(NOW_MS)
  })

  it("returns to the queue if its failure can't be counted", async () => {
    const one = aDispatcher()
    const message = aBrokenOne(one)
    one.faults.plan('countFailures', 'away')
    expect(await one.dispatch(message)).to.equal('back')
    expect(failuresOf(one, message)).to.equal(undefined)
  })

  it('costs nothing while nothing fails', async () => {
    const one = aDispatcher()
    await Promise.all([one.dispatch(one.accept()), one.dispatch(one.accept())])
    expect(one.faults.calls('countFailures')).to.equal(0)
  })
})
