import { expect } from 'chai'
import fc from 'fast-check'
import {
  type Bucket,
  capacityOf,
  refilled,
  takeFrom,
  waitForMs,
} from '@postrider/core/limits/domain/token-bucket'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../check.js'

const limit = { perSecond: 100 }
const holding = (tokens: number): Bucket => ({ tokens, atMs: NOW_MS })
const limits = fc.record({ perSecond: fc.integer({ min: 1, max: 1_000 }) })
/** Floating point adds and subtracts in another order than the calendar. */
const HAIR = 1e-6

describe('A token bucket', () => {
  it("holds four seconds' worth, and at least 50", () => {
    expect([100, 13, 12, 1].map((perSecond) => capacityOf({ perSecond }))).to.deep.equal([400, 52, 50, 50])
  })

  it('is full before its first use', () => {
    expect(refilled(limit, undefined, NOW_MS)).to.deep.equal({ tokens: 400, atMs: NOW_MS })
  })

  it('fills with its rate and never beyond its capacity', () => {
    expect(refilled(limit, holding(0), NOW_MS + 10)).to.deep.equal({ tokens: 1, atMs: NOW_MS + 10 })
    expect(refilled(limit, holding(10), NOW_MS + 1_000).tokens).to.equal(110)
    expect(refilled(limit, holding(0), NOW_MS + 3_999).tokens).to.be.below(400)
    expect(refilled(limit, holding(0), NOW_MS + 4_000).tokens).to.equal(400)
    expect(refilled(limit, holding(0), NOW_MS + 3_600_000).tokens).to.equal(400)
  })

  it('adds nothing while the clock is set back, and nothing twice when it catches up', () => {
    const back = refilled(limit, holding(5), NOW_MS - 1_000)
    expect(back).to.deep.equal(holding(5))
    expect(refilled(limit, back, NOW_MS + 10).tokens).to.equal(6)
  })

  it('continues from now if a wrong clock had left it ahead, without waiting for that time', () => {
    const left = { tokens: 0, atMs: NOW_MS + 3_600_000 }
    expect(refilled(limit, left, NOW_MS)).to.deep.equal(holding(0))
    expect(refilled(limit, refilled(limit, left, NOW_MS), NOW_MS + 1_000).tokens).to.equal(100)
    expect(refilled(limit, { tokens: 0, atMs: NOW_MS + 1_000 }, NOW_MS)).to.deep.equal({
      tokens: 0,
      atMs: NOW_MS + 1_000,
    })
    expect(refilled(limit, { tokens: 0, atMs: NOW_MS + 1_001 }, NOW_MS)).to.deep.equal(holding(0))
  })

  it('fills in steps as it does at once', () => {
    check(
      fc.property(limits, fc.nat(50), fc.nat(5_000), fc.nat(5_000), (of, tokens, first, second) => {
        const inSteps = refilled(of, refilled(of, holding(tokens), NOW_MS + first), NOW_MS + first + second)
        const atOnce = refilled(of, holding(tokens), NOW_MS + first + second)
        expect(inSteps.tokens).to.be.closeTo(atOnce.tokens, HAIR)
        expect(inSteps.atMs).to.equal(atOnce.atMs)
      }),
    )
  })

  it('grants what is needed or nothing', () => {
    expect(takeFrom(holding(5), 5, 5)).to.deep.equal({ taken: 5, bucket: holding(0) })
    expect(takeFrom(holding(5), 6, 60)).to.deep.equal({ taken: 0, bucket: holding(5) })
    expect(takeFrom(holding(4.99), 5, 5)).to.deep.equal({ taken: 0, bucket: holding(4.99) })
  })

  it('grants whole tokens beyond the need, as many as it has', () => {
    expect(takeFrom(holding(5.5), 1, 3)).to.deep.equal({ taken: 3, bucket: holding(2.5) })
    expect(takeFrom(holding(5.5), 1, 9)).to.deep.equal({ taken: 5, bucket: holding(0.5) })
    expect(takeFrom(holding(5.5), 2, 1)).to.deep.equal({ taken: 2, bucket: holding(3.5) })
  })

  it('loses and invents no token, and never owes one', () => {
    const tokens = fc.double({ min: 0, max: 4_000, noNaN: true })
    check(
      fc.property(tokens, fc.integer({ min: 1, max: 60 }), fc.nat(100), (held, need, wanted) => {
        const { bucket, taken } = takeFrom(holding(held), need, wanted)
        expect(bucket.tokens).to.be.at.least(0)
        expect(bucket.tokens + taken).to.be.closeTo(held, HAIR)
        expect(bucket.atMs).to.equal(NOW_MS)
        if (held < need) expect(taken).to.equal(0)
        else expect(taken).to.be.within(need, Math.max(need, wanted))
      }),
      1_000,
    )
  })

  it('returns the time until it holds a number of tokens', () => {
    expect(waitForMs(limit, holding(1), 1)).to.equal(0)
    expect(waitForMs(limit, holding(7), 1)).to.equal(0)
    expect(waitForMs(limit, holding(0), 1)).to.equal(10)
    expect(waitForMs(limit, holding(0.95), 1)).to.equal(1)
    expect(waitForMs({ perSecond: 3 }, holding(0), 1)).to.equal(334)
  })

  it('holds that number after exactly that time, and not a millisecond sooner', () => {
    const held = fc.double({ min: 0, max: 50, noNaN: true })
    check(
      fc.property(limits, held, fc.integer({ min: 1, max: 50 }), (of, tokens, wanted) => {
        const waitMs = waitForMs(of, holding(tokens), wanted)
        expect(refilled(of, holding(tokens), NOW_MS + waitMs).tokens).to.be.at.least(wanted - HAIR)
        if (waitMs > 0)
          expect(refilled(of, holding(tokens), NOW_MS + waitMs - 1).tokens).to.be.below(wanted + HAIR)
      }),
      1_000,
    )
  })

  it('grants in any period at most its capacity and the tokens of its rate', () => {
    const steps = fc.array(fc.record({ afterMs: fc.nat(400), need: fc.integer({ min: 1, max: 60 }) }))
    check(
      fc.property(limits, steps, (of, wanted) => {
        let [bucket, nowMs, given] = [refilled(of, undefined, NOW_MS), NOW_MS, 0]
        for (const { afterMs, need } of wanted) {
          nowMs += afterMs
          const took = takeFrom(refilled(of, bucket, nowMs), need, need)
          bucket = took.bucket
          given += took.taken
          expect(given).to.be.at.most(capacityOf(of) + ((nowMs - NOW_MS) * of.perSecond) / 1_000 + HAIR)
        }
      }),
    )
  })
})
