import { expect } from 'chai'
import { halfWidth, medianInterval } from './median-interval.js'

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1)

describe('The interval of a median', () => {
  it('matches the published tables of the sign test', () => {
    // Ranks of the 95 % interval of a median: 1 and 6 of 6, 4 and 12 of 15, 10 and 21 of 30, 22 and 39 of 60.
    const ranks = [6, 15, 30, 60].map((count) => medianInterval(upTo(count)))
    expect(ranks.map(({ low, high }) => [low, high])).to.deep.equal([
      [1, 6],
      [4, 12],
      [10, 21],
      [22, 39],
    ])
    expect(ranks.map(({ median }) => median)).to.deep.equal([3.5, 8, 15.5, 30.5])
  })

  it('is unbounded if there are too few values', () => {
    expect(halfWidth(medianInterval(upTo(5)))).to.equal(Number.POSITIVE_INFINITY)
  })

  it("isn't affected by one outlier or by the order of the values", () => {
    const values = [1.02, 0.99, 1.01, 40, 1, 1.03, 0.98, 1.01, 1.02, 1]
    const { median, low, high } = medianInterval(values)
    expect({ median, low, high }).to.deep.equal({ median: 1.01, low: 0.99, high: 1.03 })
  })
})
