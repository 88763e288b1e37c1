import { expect } from 'chai'
import { postingFor, pricedAt } from '@postrider/core/approvals/domain/enact'
import { newAccount, post } from '@postrider/core/ledger/domain/post'
import { MAX_AMOUNT_MINOR } from '@postrider/core/kernel/money/money'
import { E } from '@postrider/core/fp'
import { anAccount } from '@postrider/conformance/builders/an-account'
import { aCreditProposal, aPriceProposal } from '@postrider/conformance/builders/an-approval'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'

const entryId = fresh.id('ent')

const bookedOf = (amountMinor: number, account = anAccount({ postedMinor: 1_000 })) => {
  const kind = 'balance_adjustment'
  const posting = postingFor(aCreditProposal({ kind, amountMinor }), account, entryId)
  if (E.isLeft(posting)) return posting.left._tag
  const { account: after, event } = post(account, posting.right, NOW_MS, sha256)
  return [event.type, event.amountMinor, after.postedMinor] as const
}

describe('An approved proposal', () => {
  it('of money books a credit or a debit of the proposed amount', () => {
    expect(bookedOf(250)).to.deep.equal(['credit', 250, 1_250])
    expect(bookedOf(-250)).to.deep.equal(['debit', 250, 750])
    const account = newAccount({ organizationId: fresh.id('org'), environment: 'test', currency: 'INR' })
    expect(bookedOf(1, account)).to.deep.equal(['credit', 1, 1])
    expect(bookedOf(-1, account)).to.equal('Conflict')
  })

  it('of money never makes the available amount negative, nor the posted amount an unsafe integer', () => {
    const account = { ...anAccount({ postedMinor: 1_000 }), reservedMinor: 400 }
    expect(bookedOf(-600, account)).to.deep.equal(['debit', 600, 400])
    expect(bookedOf(-601, account)).to.equal('Conflict')
    expect(bookedOf(-MAX_AMOUNT_MINOR, account)).to.equal('Conflict')
    expect(bookedOf(MAX_AMOUNT_MINOR - 1_000)).to.deep.equal([
      'credit',
      MAX_AMOUNT_MINOR - 1_000,
      MAX_AMOUNT_MINOR,
    ])
    expect(bookedOf(MAX_AMOUNT_MINOR - 999)).to.equal('Conflict')
    expect(bookedOf(MAX_AMOUNT_MINOR)).to.equal('Conflict')
  })

  it('of a price takes effect at the proposed time, and never before the decision', () => {
    const [organizationId, priceVersionId] = [fresh.id('org'), fresh.id('prv')]
    const proposal = aPriceProposal({ effectiveFromMs: NOW_MS + 10 })
    const { kind: _, ...price } = proposal
    const known = { ...price, organizationId, priceVersionId }
    const at = (nowMs: number) => pricedAt(proposal, organizationId, priceVersionId, nowMs)
    expect(at(NOW_MS)).to.deep.equal(known)
    expect(at(NOW_MS + 10)).to.deep.equal(known)
    expect(at(NOW_MS + 11)).to.deep.equal({ ...known, effectiveFromMs: NOW_MS + 11 })
  })
})
