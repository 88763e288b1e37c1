import { expect } from 'chai'
import type { Bucket } from '@postrider/core/limits/domain/token-bucket'
import { nextLeaseSize, type LeaseRequest, leaseTokens } from '@postrider/core/limits/use-cases/lease-tokens'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const LIMIT = { perSecond: 100 }

const aBucket = (tokens: number, atMs = NOW_MS): Bucket => ({ tokens, atMs })

const take = (before: Bucket | undefined, request: Partial<LeaseRequest> = {}, nowMs = NOW_MS) =>
  leaseTokens(before, { limit: LIMIT, givenBack: 0, costs: [1], size: 0, ...request }, nowMs)

describe('A lease of a bucket', () => {
  it('takes what the waiting calls need, from a full bucket at first use', () => {
    expect(take(undefined, { costs: [1, 5] })).to.deep.equal({
      bucket: aBucket(394),
      isChanged: true,
      met: [true, true],
      taken: 6,
      over: 0,
    })
  })

  it('includes the wanted tokens beyond the needs', () => {
    expect(take(aBucket(300), { costs: [1, 1], size: 40 })).to.include({ taken: 40, over: 38 })
  })

  it('leaves half of the rest to other processes', () => {
    expect(take(aBucket(21), { size: 40 })).to.deep.include({ taken: 11, over: 10, bucket: aBucket(10) })
    expect(take(aBucket(2), { size: 40 })).to.include({ taken: 1, over: 0 })
  })

  it("meets each need in turn or not at all, also a smaller one after a larger one that isn't met", () => {
    const lease = take(aBucket(10), { costs: [4, 7, 6, 1], size: 40 })
    expect(lease).to.deep.include({ met: [true, false, true, false], taken: 10, over: 0 })
  })

  it('takes nothing if it meets no need, and leaves the bucket as it was', () => {
    expect(take(aBucket(10), { costs: [11, 12], size: 40 })).to.deep.include({
      bucket: aBucket(10),
      isChanged: false,
      taken: 0,
      met: [false, false],
    })
  })

  it('first returns the rest of the previous one, and never more than the capacity', () => {
    expect(take(aBucket(3), { givenBack: 4, costs: [6] })).to.deep.include({
      met: [true],
      taken: 6,
      bucket: aBucket(1),
    })
    expect(take(aBucket(399), { givenBack: 9 }).bucket.tokens).to.equal(399)
    expect(take(aBucket(0), { givenBack: 4, costs: [6] })).to.deep.include({
      isChanged: true,
      taken: 0,
      bucket: aBucket(4),
    })
  })

  it('counts the tokens since', () => {
    expect(take(aBucket(0), { costs: [10] }, NOW_MS + 99)).to.include({ taken: 0 })
    expect(take(aBucket(0), { costs: [10] }, NOW_MS + 100)).to.include({ taken: 10 })
  })
})

describe('The wanted tokens of a bucket', () => {
  it('double while leases are used up within a second, and halve otherwise', () => {
    expect(nextLeaseSize(LIMIT, 8, 999)).to.equal(16)
    expect(nextLeaseSize(LIMIT, 9, 1_000)).to.equal(4)
    expect(nextLeaseSize(LIMIT, 0, 0)).to.equal(0)
  })

  it('are never more than an eighth of the capacity', () => {
    expect(nextLeaseSize(LIMIT, 40, 0)).to.equal(50)
    expect(nextLeaseSize({ perSecond: 1 }, 40, 0)).to.equal(6)
  })
})
