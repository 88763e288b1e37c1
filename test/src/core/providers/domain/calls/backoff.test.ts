import { expect } from 'chai'
import fc from 'fast-check'
import { backoffMs, MAX_ATTEMPTS } from '@postrider/core/providers/domain/calls/backoff'
import { check } from '../../../check.js'

describe('The wait before another attempt', () => {
  it('is between 1 second and 5 minutes, for any attempt, random value and requested delay', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
    check(
      fc.property(fc.nat(2_000), chance, fc.nat(10_000_000), (attempt, fraction, retryAfterMs) => {
        const waitMs = backoffMs(attempt, fraction, retryAfterMs)
        expect(waitMs).to.be.within(1_000, 300_000)
        expect(Number.isInteger(waitMs)).to.equal(true)
        expect(waitMs).to.be.at.least(Math.min(retryAfterMs, 300_000))
      }),
      1000,
    )
  })

  it('can double with each attempt, and can always be short by random choice', () => {
    const longest = [1, 2, 3, 4, 8, 9, 12].map((attempt) => backoffMs(attempt, 1))
    expect(longest).to.deep.equal([2_000, 4_000, 8_000, 16_000, 256_000, 300_000, 300_000])
    expect(backoffMs(12, 0)).to.equal(1_000)
  })

  it('is the delay requested by the provider, up to the maximum', () => {
    expect(backoffMs(1, 0, 90_000)).to.equal(90_000)
    expect(backoffMs(1, 0, 900_000)).to.equal(300_000)
  })

  it('applies between at most 12 attempts', () => {
    expect(MAX_ATTEMPTS).to.equal(12)
  })
})
