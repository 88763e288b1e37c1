import { expect } from 'chai'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import { traced } from '@postrider/core/kernel/tracing/trace-context'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { left, right } from '@postrider/conformance/outcome'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'

const anInbox = () => {
  const one = aDispatcher()
  const { providerAccountId } = one.tenant.providerAccount
  const aReport = (overrides: Partial<ReceiptReport> = {}): ReceiptReport => ({
    providerAccountId,
    messageId: undefined,
    providerMessageId: undefined,
    status: 'delivered',
    failureCode: undefined,
    recipient: undefined,
    providerTimeMs: undefined,
    eventKey: fresh.hex(8),
    raw: '{}',
    ...overrides,
  })
  const record = async (...reports: readonly ReceiptReport[]): Promise<void> => {
    await right(one.incoming.record({ reports }))
    await one.time.until(one.incoming.idle())
  }
  const states = () => [...one.tables.receipts.values()].map(({ state }) => state)
  const sound = async (): Promise<void> => {
    expect((await right(checkInvariants(one.ports)())).violations).to.deep.equal([])
  }
  return { ...one, aReport, record, states, sound }
}

describe("A provider's report", () => {
  it('is stored, and then applied to the message it names by our reference', async () => {
    const one = anInbox()
    const message = one.accept()
    await one.dispatch(message)
    await one.record(one.aReport({ messageId: message.messageId }))
    expect(one.now(message).state).to.equal('DELIVERED')
    expect(one.states()).to.deep.equal(['applied'])
    await one.sound()
  })

  it("finds its message by the provider's id in another spelling", async () => {
    const one = anInbox()
    one.provider.answer({ _tag: 'Accepted', providerMessageIds: ['0e999f21'] })
    const message = one.accept()
    await one.dispatch(message)
    await one.record(one.aReport({ providerMessageId: 'E999F21' }))
    expect(one.now(message).state).to.equal('DELIVERED')
  })

  it('is acknowledged only after it is stored', async () => {
    const one = anInbox()
    one.faults.plan('store', 'away', 'commit lost')
    expect((await left(one.incoming.record({ reports: [one.aReport()] })))._tag).to.equal(
      'StorageUnavailable',
    )
    expect((await left(one.incoming.record({ reports: [one.aReport()] })))._tag).to.equal('CommitUnknown')
    expect(one.tables.receipts.size).to.equal(0)
    await one.record(one.aReport())
    expect(one.tables.receipts.size).to.equal(1)
  })

  it('of non-delivery is compared with a stored, unapplied one of delivery, and releases nothing', async () => {
    const one = anInbox()
    const message = one.accept()
    await one.dispatch(message)
    const { messageId } = message
    one.faults.plan('match', 'away')
    await one.record(one.aReport({ messageId, status: 'delivered' }))
    expect(one.states()).to.deep.equal(['pending'])
    await one.record(one.aReport({ messageId, status: 'undelivered', failureCode: 'recipient_unreachable' }))
    expect(one.now(message).state).to.equal('DELIVERED')
    expect(one.states()).to.not.include('pending')
    await one.sound()
  })

  it('that arrives twice is kept once and moves nothing twice', async () => {
    const one = anInbox()
    const message = one.accept()
    await one.dispatch(message)
    const report = one.aReport({ messageId: message.messageId })
    await one.record(report)
    await one.record(report)
    expect(one.states()).to.deep.equal(['applied'])
    expect(one.emitted).to.deep.include({ _tag: 'ReceiptStored', count: 0, duplicates: 1 })
    await one.sound()
  })

  it("without a known message waits, and is applied with the submit's own response", async () => {
    const one = anInbox()
    one.provider.answer({ _tag: 'Accepted', providerMessageIds: ['early'] })
    const message = one.accept()
    await one.record(one.aReport({ providerMessageId: 'EARLY' }))
    expect(one.states()).to.deep.equal(['pending'])
    await one.dispatch(message)
    expect(one.now(message).state).to.equal('DELIVERED')
    expect(one.states()).to.deep.equal(['applied'])
    await one.sound()
  })

  it('that was stored but never applied is found by the sweep, but not while it may be in progress', async () => {
    const one = anInbox()
    const message = one.accept()
    await one.dispatch(message)
    one.faults.plan('match', 'away')
    await one.record(one.aReport({ messageId: message.messageId }))
    expect(one.states()).to.deep.equal(['pending'])
    expect(await one.time.until(right(one.incoming.applyWaiting()))).to.equal(0)
    await one.time.advance(2_001)
    expect(await one.time.until(right(one.incoming.applyWaiting()))).to.equal(1)
    expect(one.states()).to.deep.equal(['applied'])
  })

  it('without a message for 72 hours is left to a super admin', async () => {
    const one = anInbox()
    await one.record(one.aReport({ providerMessageId: 'orphan' }))
    await one.time.advance(72 * 3_600_000)
    const matchesBefore = one.faults.calls('match')
    expect(await right(one.incoming.applyWaiting())).to.equal(0)
    expect(one.faults.calls('match')).to.equal(matchesBefore)
    expect(one.states()).to.deep.equal(['pending'])
  })

  it("that can't be applied because of a bug is kept for the sweep and affects nothing else", async () => {
    const one = anInbox()
    const message = one.accept()
    await one.dispatch(message)
    one.faults.plan('match', 'throws')
    await one.record(one.aReport({ messageId: message.messageId }))
    expect(one.states()).to.deep.equal(['pending'])
    expect(one.emitted).to.deep.include({ _tag: 'PartFailed', where: 'receipts', cause: 'the fake throws' })
  })

  it('that contradicts a final state is kept as evidence and reported', async () => {
    const one = anInbox()
    const message = one.accept()
    await one.dispatch(message)
    await one.record(one.aReport({ messageId: message.messageId, status: 'undelivered' }))
    await one.record(one.aReport({ messageId: message.messageId, status: 'delivered' }))
    expect(one.now(message)).to.include({ state: 'UNDELIVERED', billing: 'settled' })
    expect(one.states()).to.deep.equal(['applied', 'contradicted'])
    expect(one.emitted).to.deep.include({ _tag: 'ReceiptContradicted', count: 1 })
    const matched = one.emitted.flatMap((event) =>
      event._tag === 'ReceiptMatched' ? [{ ...traced(event), state: event.state }] : [],
    )
    const ofMessage = traced(message)
    expect(matched).to.deep.equal([
      { ...ofMessage, state: 'applied' },
      { ...ofMessage, state: 'contradicted' },
    ])
    expect(one.emitted.filter(({ _tag }) => _tag === 'MessageEnded')).to.have.length(1)
    await one.sound()
  })

  it('that a message charged on delivery was taken, after an unknown outcome, keeps its money scheduled', async () => {
    const one = anInbox()
    const charge = { ...one.accept().charge, chargeOn: 'delivered' as const }
    one.provider.answer({ _tag: 'OutcomeUnknown', detail: 'the answer was lost' })
    const message = one.accept({ charge })
    await one.dispatch(message)
    await one.record(one.aReport({ messageId: message.messageId, status: 'accepted' }))
    expect(one.now(message)).to.include({ state: 'SUBMITTED', billing: 'provisional' })
    expect(one.dueAtMs(message)).to.equal(NOW_MS + 72 * 3_600_000)
  })
})
