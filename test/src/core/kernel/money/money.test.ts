import { expect } from 'chai'
import { isAmount, MAX_AMOUNT_MINOR } from '@postrider/core/kernel/money/money'

describe('An amount', () => {
  it('is a whole number of minor units from zero to the largest safe integer', () => {
    for (const amount of [0, 1, 25, MAX_AMOUNT_MINOR]) expect(isAmount(amount)).to.equal(true)
  })

  it('is never negative, fractional, infinite or too large to be exact', () => {
    for (const no of [-1, 0.5, Number.NaN, Infinity, MAX_AMOUNT_MINOR + 1])
      expect(isAmount(no)).to.equal(false)
  })
})
