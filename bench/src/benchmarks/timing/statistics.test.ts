import { expect } from 'chai'
import { type Seeded, seeded } from '@postrider/conformance/builders/seeded'
import { median, medianOf, rankAuc } from './statistics.js'

/** Times around a millisecond, mostly short with a few long ones, like a service's. */
const times = (random: Seeded, count: number, more = 0): number[] =>
  Array.from({ length: count }, () => 1 + more - 0.2 * Math.log(1 - random.fraction()))

const differences = (first: readonly number[], second: readonly number[]): number[] =>
  first.map((one, at) => (second[at] ?? Number.NaN) - one)

describe('The statistics of the timing report', () => {
  it('use the median', () => {
    expect(median([3, 1, 2])).to.equal(2)
    expect(median([4, 1, 2, 3])).to.equal(2.5)
  })

  it('find a difference of a fifth of a millisecond, with its confidence', () => {
    const random = seeded(1)
    const found = medianOf(differences(times(random, 500), times(random, 500, 0.2)), random)
    expect(found.low).to.be.within(0.14, 0.2)
    expect(found.high).to.be.within(0.2, 0.26)
    expect(found.value).to.be.within(found.low, found.high)
  })

  it('are more certain with more values', () => {
    const widthOf = (count: number): number => {
      const random = seeded(2)
      const { low, high } = medianOf(differences(times(random, count), times(random, count)), random)
      return high - low
    }
    expect(widthOf(2000)).to.be.lessThan(widthOf(100))
  })

  it('compare by ranks, regardless of the distance', () => {
    expect(rankAuc([1, 2, 3], [4, 5, 6]).value).to.equal(1)
    expect(rankAuc([4, 5, 6], [1, 2, 3]).value).to.equal(0)
    expect(rankAuc([1, 2, 3], [1, 2, 3]).value).to.equal(0.5)
    expect(rankAuc([1, 3], [2, 3]).value).to.equal(0.625)
  })

  it('find equal samples equal in nineteen of twenty runs', () => {
    const random = seeded(3)
    const runs = Array.from({ length: 400 }, () => rankAuc(times(random, 100), times(random, 100)))
    const right = runs.filter(({ low, high }) => low <= 0.5 && high >= 0.5)
    expect(right.length / runs.length).to.be.within(0.92, 0.98)
  })
})
