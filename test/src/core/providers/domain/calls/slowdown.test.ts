import { expect } from 'chai'
import fc from 'fast-check'
import { slowedRate, slowedDown, type Slowdown } from '@postrider/core/providers/domain/calls/slowdown'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'

describe('A slowed account', () => {
  it('is called half as fast, and regains a twentieth of the usual rate each second', () => {
    const slowdown = slowedDown(undefined, 100, NOW_MS)
    const rates = [0, 1_000, 5_000, 9_900].map((ms) => slowedRate(slowdown, NOW_MS + ms))
    expect(rates).to.deep.equal([50, 55, 75, 99.5])
    expect(slowedRate(slowdown, NOW_MS + 10_000)).to.equal(undefined)
  })

  it('is slowed down once a second at most', () => {
    const first = slowedDown(undefined, 100, NOW_MS)
    expect(slowedDown(first, 50, NOW_MS + 999)).to.equal(first)
    const second = slowedDown(first, 50, NOW_MS + 1_000)
    expect(second).to.deep.equal({ usualPerSecond: 100, perSecond: 27.5, atMs: NOW_MS + 1_000 })
  })

  it('returns to its last rate, after it was as fast as before', () => {
    const slowdown = slowedDown(slowedDown(undefined, 100, NOW_MS), 300, NOW_MS + 60_000)
    expect(slowdown).to.include({ usualPerSecond: 300, perSecond: 150 })
  })

  it('never stops, never exceeds its earlier rate, and reaches it in 20 seconds without another such response', () => {
    check(
      fc.property(
        fc.array(fc.tuple(fc.nat(5_000), fc.nat(1_000)), { minLength: 1, maxLength: 40 }),
        (answers) => {
          let [slowdown, nowMs]: [Slowdown | undefined, number] = [undefined, NOW_MS]
          for (const [afterMs, called] of answers) {
            nowMs += afterMs
            slowdown = slowedDown(slowdown, called, nowMs)
            const rate = slowedRate(slowdown, nowMs)
            expect(rate).to.be.greaterThan(0).and.lessThan(slowdown.usualPerSecond)
          }
          expect(slowdown && slowedRate(slowdown, nowMs + 20_000)).to.equal(undefined)
        },
      ),
    )
  })
})
