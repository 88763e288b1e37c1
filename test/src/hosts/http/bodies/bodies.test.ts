import { usagePage } from '@postrider/contracts/accounts/usage'
import { acceptedMessage } from '@postrider/contracts/messages/accepted-message'
import { messageProjection } from '@postrider/contracts/messages/message-projection'
import { FAILURE_CODES, MESSAGE_STATES } from '@postrider/core/domain/messages/message-state'
import { acceptedMessageBody } from '@postrider/http/bodies/accepted-message-body'
import { messageProjectionBody } from '@postrider/http/bodies/message-projection-body'
import { usagePageBody } from '@postrider/http/bodies/usage-page-body'
import { expect } from 'chai'
import fc from 'fast-check'
import { aClosing, aPosting, aReservation } from '../../../builders/a-posting.js'
import { aMessage } from '../../../builders/a-message.js'
import { anAccount } from '../../../builders/an-account.js'

describe('The bodies of answers', () => {
  it('show a message in every state as the contract has it', () => {
    const billing = fc.constantFrom('provisional' as const, 'settled' as const, 'released' as const)
    const failureCode = fc.constantFrom(undefined, ...FAILURE_CODES)
    fc.assert(
      fc.property(fc.constantFrom(...MESSAGE_STATES), billing, failureCode, (state, billed, failed) => {
        const body = messageProjectionBody(aMessage({ state, billing: billed, failureCode: failed }))
        expect(messageProjection.is(body)).to.equal(true)
        expect(body).to.include({ state }).and.to.have.nested.property('billing.status', billed)
        expect(Object.hasOwn(body, 'failureCode')).to.equal(failed !== undefined)
        expect(body).not.to.have.any.keys('to', 'variables', 'organizationId', 'attempt')
      }),
    )
  })

  it('show an acceptance without its inner figures', () => {
    const { messageId, acceptedAtMs, charge } = aMessage()
    const body = acceptedMessageBody({ messageId, acceptedAtMs, charge, replayed: false }, 'req-1')
    expect(acceptedMessage.is(body)).to.equal(true)
    expect(JSON.stringify(body)).not.to.contain('chargeOn').and.not.to.contain('replayed')
  })

  it('say of a reservation what became of it, and of its closing which it closed', () => {
    const message = aMessage()
    const { account, event: reservation } = aReservation(anAccount(), message)
    const { event: settlement } = aClosing(account, 'settlement', reservation)
    const { event: release } = aClosing(account, 'release', reservation)
    const entries = [
      { event: reservation, closedBy: undefined },
      { event: reservation, closedBy: 'settlement' as const },
      { event: reservation, closedBy: 'release' as const },
      { event: settlement, closedBy: undefined },
      { event: release, closedBy: undefined },
    ]
    const body = usagePageBody({ entries, nextCursor: undefined }, 'req-1')
    expect(usagePage.is(body)).to.equal(true)
    expect(body.nextCursor).to.equal(null)
    expect(body.entries.map(({ status }) => status)).to.deep.equal([
      'held',
      'settled',
      'released',
      'posted',
      'posted',
    ])
    const { entryId } = reservation
    expect(body.entries.map(({ relatedEntryId }) => relatedEntryId)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      entryId,
      entryId,
    ])
  })

  it('take a credit among usage for the bug it is', () => {
    const { event } = aPosting(anAccount())
    expect(() =>
      usagePageBody({ entries: [{ event, closedBy: undefined }], nextCursor: undefined }, 'req-1'),
    ).to.throw('no usage')
  })
})
