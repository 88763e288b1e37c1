import { expect } from 'chai'
import { median, quantile } from './quantile.js'

describe('Quantiles', () => {
  it('are of sorted values', () => {
    const sorted = Array.from({ length: 100 }, (_, at) => at + 1)
    expect(quantile(sorted, 0.5)).to.equal(51)
    expect(quantile(sorted, 0.99)).to.equal(100)
    expect(quantile([], 0.5)).to.satisfy(Number.isNaN)
  })

  it('have a median between the two middle values if their number is even', () => {
    expect(median([9, 1, 5])).to.equal(5)
    expect(median([1, 9])).to.equal(5)
    expect(median([10, 4, 1, 2])).to.equal(3)
    expect(median([7])).to.equal(7)
    expect(median([])).to.satisfy(Number.isNaN)
  })
})
