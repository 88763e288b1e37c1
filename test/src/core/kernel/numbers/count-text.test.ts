import { expect } from 'chai'
import { countText } from '@postrider/core/kernel/numbers/count-text'

describe('The text of a count', () => {
  it('has a comma between each three digits', () => {
    const texts = [0, 7, 100, 999, 1_000, 10_240, 100_000, 1_048_576, 9_007_199_254_740_991].map(countText)
    expect(texts).to.deep.equal([
      '0',
      '7',
      '100',
      '999',
      '1,000',
      '10,240',
      '100,000',
      '1,048,576',
      '9,007,199,254,740,991',
    ])
  })
})
