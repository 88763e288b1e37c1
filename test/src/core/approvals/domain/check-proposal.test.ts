import { expect } from 'chai'
import type { CommercialProposal } from '@postrider/core/approvals/domain/approval'
import { checkProposal } from '@postrider/core/approvals/domain/check-proposal'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aCreditProposal, aPriceProposal } from '@postrider/conformance/builders/an-approval'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const brokenOf = (proposal: CommercialProposal): readonly string[] =>
  checkProposal(proposal, ['INR', 'GBP'], NOW_MS).map(({ field, code }) => `${field} ${code}`)

describe('A proposal', () => {
  it('is in a currency of the platform', () => {
    expect(brokenOf(aCreditProposal({ currency: 'GBP' }))).to.deep.equal([])
    for (const proposal of [aCreditProposal({ currency: 'USD' }), aPriceProposal({ currency: 'USD' })])
      expect(brokenOf(proposal)).to.deep.equal(['/currency not_allowed'])
  })

  it("is of an amount that isn't zero, positive or negative", () => {
    const kind = 'balance_adjustment'
    expect(brokenOf(aCreditProposal({ kind, amountMinor: -1 }))).to.deep.equal([])
    for (const amountMinor of [0, -0])
      expect(brokenOf(aCreditProposal({ kind, amountMinor }))).to.deep.equal(['/amountMinor not_allowed'])
  })

  it('of a price takes effect now or later, apart from clock differences', () => {
    const from = (effectiveFromMs: number) => brokenOf(aPriceProposal({ effectiveFromMs }))
    expect(from(NOW_MS - 5 * MINUTE_MS)).to.deep.equal([])
    expect(from(NOW_MS - 5 * MINUTE_MS - 1)).to.deep.equal(['/effectiveFrom too_small'])
  })

  it('of an email price is the same for every destination', () => {
    expect(brokenOf(aPriceProposal({ channel: 'email', destinationPrefix: '*' }))).to.deep.equal([])
    expect(brokenOf(aPriceProposal({ channel: 'whatsapp', destinationPrefix: '*' }))).to.deep.equal([])
    expect(brokenOf(aPriceProposal({ channel: 'email' }))).to.deep.equal(['/destinationPrefix not_allowed'])
  })

  it('reports all of its problems together', () => {
    const proposal = aPriceProposal({ channel: 'email', currency: 'USD', effectiveFromMs: 0 })
    expect(brokenOf(proposal)).to.have.length(3)
  })
})
