import { usagePage } from '@postrider/contracts/accounts/usage'
import { acceptedMessage } from '@postrider/contracts/messages/accepted-message'
import { messageShape } from '@postrider/core/messaging/operations/messages/message-view'
import { FAILURE_CODES, MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { acceptedMessageBody } from '@postrider/http/bodies/accepted-message-body'
import type { UsageEntry, UsageType } from '@postrider/core/messaging/ports/projection-storage'
import { messageView } from '@postrider/core/messaging/operations/messages/message-view'
import { usagePageBody } from '@postrider/http/bodies/usage-page-body'
import { expect } from 'chai'
import fc from 'fast-check'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

describe('Response bodies', () => {
  it('show a message in every state as the contract defines it', () => {
    const billing = fc.constantFrom('provisional' as const, 'settled' as const, 'released' as const)
    const failureCode = fc.constantFrom(undefined, ...FAILURE_CODES)
    fc.assert(
      fc.property(fc.constantFrom(...MESSAGE_STATES), billing, failureCode, (state, billed, failed) => {
        const body = messageView(aMessage({ state, billing: billed, failureCode: failed }))
        expect(messageShape.is(body)).to.equal(true)
        expect(body).to.include({ state }).and.to.have.nested.property('billing.status', billed)
        expect(Object.hasOwn(body, 'failureCode')).to.equal(failed !== undefined)
        expect(body).not.to.have.any.keys('to', 'variables', 'organizationId', 'attempt')
      }),
    )
  })

  it('show an acceptance without its internal amounts', () => {
    const { messageId, acceptedAtMs, charge, lane } = aMessage()
    const body = acceptedMessageBody({ messageId, acceptedAtMs, charge, lane, replayed: false }, 'req-1')
    expect(acceptedMessage.is(body)).to.equal(true)
    expect(JSON.stringify(body)).not.to.contain('chargeOn').and.not.to.contain('replayed')
  })

  it('show the status of a reservation, and which reservation a closing entry closes', () => {
    const [reservationId, messageId] = [fresh.id('ent'), fresh.id('msg')]
    const entry = (type: UsageType, closedBy?: UsageEntry['closedBy']): UsageEntry => ({
      entryId: type === 'reservation' ? reservationId : fresh.id('ent'),
      type,
      amountMinor: 7,
      messageId,
      relatedEntryId: type === 'reservation' ? undefined : reservationId,
      occurredAtMs: NOW_MS,
      seq: 1,
      closedBy,
    })
    const entries = [
      entry('reservation'),
      entry('reservation', 'settlement'),
      entry('reservation', 'release'),
      entry('settlement'),
      entry('release'),
    ]
    const body = usagePageBody({ currency: 'INR', entries, nextCursor: undefined }, 'req-1')
    expect(usagePage.is(body)).to.equal(true)
    expect(body.nextCursor).to.equal(null)
    expect(body.entries.map(({ status }) => status)).to.deep.equal([
      'held',
      'settled',
      'released',
      'posted',
      'posted',
    ])
    expect(body.entries.map(({ relatedEntryId }) => relatedEntryId)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      reservationId,
      reservationId,
    ])
  })
})
