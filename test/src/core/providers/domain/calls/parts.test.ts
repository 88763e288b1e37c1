import { expect } from 'chai'
import fc from 'fast-check'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Receipt, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import { aReceipt } from '@postrider/conformance/builders/a-receipt'
import { check } from '../../../check.js'
import { aCase } from '../../../messaging/domain/dispatch/a-case.js'

const IDS = ['A-1', 'A-2', 'A-3']
const taken: CallOutcome = { _tag: 'Accepted', providerMessageIds: IDS }

const onDelivery = { ...aCase().message().charge, chargeOn: 'delivered' as const }

/** A report about the part at this position, from 1. */
const about = (part: number, status: ReceiptStatus, more: Partial<Receipt> = {}): Receipt =>
  aReceipt({ providerAccountId: 'pac_x', providerMessageId: `a-${part}`, status, ...more })

/** A message that was taken in three parts, charged on delivery. */
const takenInParts = () => {
  const one = aCase({ charge: onDelivery })
  one.settleThese([one.called(taken)])
  const report = (...receipts: readonly Receipt[]) =>
    one.settleThese([one.received()], receipts).receipts.map(({ state }) => state)
  return { one, report }
}

describe('A message that is taken in parts', () => {
  it('has an attempt with the first identifier, and a part for each', () => {
    const { one } = takenInParts()
    expect(one.attempts[0]).to.include({
      providerMessageId: 'A-1',
      providerReference: 'a-1',
      phase: 'accepted',
    })
    expect(one.parts().map((part) => [part.part, part.providerReference, part.status])).to.deep.equal([
      [1, 'a-1', undefined],
      [2, 'a-2', undefined],
      [3, 'a-3', undefined],
    ])
  })

  it('has none if it was taken whole, with one identifier or none', () => {
    for (const providerMessageIds of [[], ['A-1']]) {
      const one = aCase()
      expect(one.settleThese([one.called({ _tag: 'Accepted', providerMessageIds })]).parts).to.deep.equal([])
    }
  })

  it('is delivered when all of them are, and charged once', () => {
    const { one, report } = takenInParts()
    expect(report(about(2, 'delivered'))).to.deep.equal(['part'])
    expect(report(about(3, 'delivered'), about(3, 'delivered'))).to.deep.equal(['part', 'superseded'])
    expect(one.message()).to.include({ state: 'SUBMITTED', billing: 'provisional' })
    expect(report(about(1, 'delivered'))).to.deep.equal(['applied'])
    expect(one.message()).to.include({ state: 'DELIVERED', billing: 'settled' })
    expect(one.events.filter(({ type }) => type === 'settlement')).to.have.length(1)
  })

  it('has the worst state of them, also after later reports', () => {
    const { one, report } = takenInParts()
    report(about(1, 'delivered'))
    expect(report(about(2, 'undelivered', { failureCode: 'recipient_blocked' }))).to.deep.equal(['applied'])
    expect(one.message()).to.include({ state: 'UNDELIVERED', failureCode: 'recipient_blocked' })
    expect(report(about(3, 'delivered'))).to.deep.equal(['part'])
    expect(report(about(2, 'delivered'))).to.deep.equal(['contradicted'])
    expect(one.message().state).to.equal('UNDELIVERED')
  })

  it('is read when all of them are', () => {
    const { one, report } = takenInParts()
    report(about(1, 'read'), about(2, 'read'), about(3, 'delivered'))
    expect(one.message().state).to.equal('DELIVERED')
    report(about(3, 'read'))
    expect(one.message().state).to.equal('READ')
  })

  it('accepts reports from before the response, and those that name only the message', () => {
    const early = aCase({ charge: onDelivery })
    early.settleThese(
      [early.called(taken)],
      [1, 2, 3].map((part) => about(part, 'delivered')),
    )
    expect(early.message().state).to.equal('DELIVERED')
    const { one, report } = takenInParts()
    expect(report(aReceipt({ providerAccountId: 'pac_x', messageId: one.messageId }))).to.deep.equal([
      'applied',
    ])
    expect(one.message().state).to.equal('DELIVERED')
  })

  it('keeps the known parts while others are unknown, and a report settles it', () => {
    const one = aCase()
    const known: CallOutcome = { _tag: 'OutcomeUnknown', detail: 'lost', providerMessageIds: ['A-1', 'A-2'] }
    one.settleThese([one.called(known)])
    expect(one.message().state).to.equal('UNCONFIRMED')
    expect(one.attempts[0]).to.include({ phase: 'unknown', providerMessageId: 'A-1' })
    one.settleThese([one.received()], [about(2, 'accepted')])
    expect(one.message()).to.include({ state: 'SUBMITTED', billing: 'settled' })
  })

  it('is delivered exactly when every part was, for any reports in any order', () => {
    const reports = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom<ReceiptStatus>('accepted', 'delivered', 'undelivered'),
      ),
      { maxLength: 12 },
    )
    check(
      fc.property(reports, (script) => {
        const { one, report } = takenInParts()
        const first = new Map<number, ReceiptStatus>()
        for (const [part, status] of script) {
          report(about(part, status))
          if (status !== 'accepted' && !first.has(part)) first.set(part, status)
        }
        const lost = [...first.values()].includes('undelivered')
        const arrived = first.size === 3 && !lost
        expect(one.message().state).to.equal(lost ? 'UNDELIVERED' : arrived ? 'DELIVERED' : 'SUBMITTED')
        expect(one.events.length).to.be.at.most(3)
      }),
    )
  })
})
