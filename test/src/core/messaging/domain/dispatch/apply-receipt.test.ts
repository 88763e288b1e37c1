import { expect } from 'chai'
import { applyReceipt } from '@postrider/core/messaging/domain/dispatch/apply-receipt'
import type { Receipt, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { MessageState } from '@postrider/core/kernel/messages/message-state'
import { RECONCILIATION_WINDOW_MS } from '@postrider/core/providers/domain/calls/past-check'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aReceipt } from '@postrider/conformance/builders/a-receipt'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const applied = (message: Partial<Message>, status: ReceiptStatus, receipt: Partial<Receipt> = {}) => {
  const before = { message: aMessage(message), due: 'as before' as const }
  return applyReceipt(before, aReceipt({ ...receipt, status }), NOW_MS)
}

/**
 * The result for each state of accepted, delivered, read and undelivered. `=` means superseded, `!`
 * contradicted.
 */
const TABLE: Record<MessageState, readonly [string, string, string, string]> = {
  ACCEPTED: ['SUBMITTED', 'DELIVERED', 'READ', 'UNDELIVERED'],
  SUBMITTED: ['=', 'DELIVERED', 'READ', 'UNDELIVERED'],
  UNCONFIRMED: ['SUBMITTED', 'DELIVERED', 'READ', 'UNDELIVERED'],
  DELIVERED: ['=', '=', 'READ', '!'],
  READ: ['=', '=', '=', '!'],
  UNDELIVERED: ['=', '!', '!', '='],
  FAILED: ['!', '!', '!', '='],
  EXPIRED: ['!', '!', '!', '='],
  CANCELLED: ['!', '!', '!', '='],
}
const STATUSES = ['accepted', 'delivered', 'read', 'undelivered'] as const

describe('A receipt', () => {
  for (const state of Object.keys(TABLE) as MessageState[])
    STATUSES.forEach((status, at) => {
      const expected = TABLE[state][at] ?? ''
      const fates: Record<string, string> = { '=': 'is superseded', '!': 'contradicts' }
      it(`with ${status} for a message ${state} ${fates[expected] ?? `makes it ${expected}`}`, () => {
        const { progress, receipt } = applied({ state, billing: 'settled' }, status)
        if (expected === '=' || expected === '!') {
          expect([receipt, progress.due]).to.deep.equal([
            expected === '=' ? 'superseded' : 'contradicted',
            'as before',
          ])
          expect(progress.message.state).to.equal(state)
        } else expect([receipt, progress.message.state]).to.deep.equal(['applied', expected])
      })
    })

  const onDelivery = { ...aMessage().charge, chargeOn: 'delivered' as const }
  const money: ReadonlyArray<readonly [ReceiptStatus, string, string]> = [
    ['accepted', 'settled', 'provisional'],
    ['delivered', 'settled', 'settled'],
    ['read', 'settled', 'settled'],
    ['undelivered', 'settled', 'released'],
  ]
  for (const [status, onSubmit, whenDelivered] of money) {
    it(`with ${status} before the outcome leaves the money ${onSubmit}, and ${whenDelivered} if charged on delivery`, () => {
      expect(applied({}, status).progress.message.billing).to.equal(onSubmit)
      expect(applied({ charge: onDelivery }, status).progress.message.billing).to.equal(whenDelivered)
    })
  }

  it('with accepted before the outcome keeps held money scheduled until the end of the hold', () => {
    expect(applied({ charge: onDelivery }, 'accepted').progress.due).to.equal(
      NOW_MS + RECONCILIATION_WINDOW_MS,
    )
    expect(applied({}, 'accepted').progress.due).to.equal('never')
  })

  it('moves no money a second time', () => {
    for (const billing of ['settled', 'released'] as const)
      for (const status of STATUSES)
        expect(applied({ state: 'SUBMITTED', billing }, status).progress.message.billing).to.equal(billing)
  })

  it('of a failure keeps its code, or reports an unreachable recipient', () => {
    const blocked = applied({ state: 'SUBMITTED' }, 'undelivered', { failureCode: 'recipient_blocked' })
    expect(blocked.progress.message.failureCode).to.equal('recipient_blocked')
    const silent = applied({ state: 'SUBMITTED' }, 'undelivered')
    expect(silent.progress.message.failureCode).to.equal('recipient_unreachable')
  })
})
