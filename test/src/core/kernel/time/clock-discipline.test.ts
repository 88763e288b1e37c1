import { expect } from 'chai'
import fc from 'fast-check'
import {
  begunAt,
  type ClockDiscipline,
  MOST_SLEW,
  steeredTo,
  timeOn,
} from '@postrider/core/kernel/time/clock-discipline'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../check.js'

const HOUR_MS = 3_600_000
/** Floating point is exact to a quarter of a microsecond for such a large number. */
const HAIR_MS = 0.001

const steps = fc.array(
  fc.record({
    passedMs: fc.double({ min: 0, max: 120_000, noNaN: true }),
    /** The error of a reading of the followed clock: sometimes an hour. */
    wrongMs: fc.oneof(fc.integer({ min: -900, max: 900 }), fc.constantFrom(0, HOUR_MS, -HOUR_MS)),
  }),
  { minLength: 1, maxLength: 60 },
)

describe("The discipline of a process's time", () => {
  it('follows the stopwatch while it agrees with the followed clock', () => {
    const discipline = begunAt(5_000, NOW_MS)
    expect([5_000, 5_001, 65_000, 3_605_000].map((at) => timeOn(discipline, at) - NOW_MS)).to.deep.equal([
      0, 1, 60_000, 3_600_000,
    ])
  })

  it('never goes back, stops or drifts by more than a twentieth, for any readings', () => {
    check(
      fc.property(steps, (list) => {
        let at = 0
        let discipline: ClockDiscipline = begunAt(at, NOW_MS)
        for (const { passedMs, wrongMs } of list) {
          const before = timeOn(discipline, at)
          const wentBy = timeOn(discipline, at + passedMs) - before
          expect(wentBy).to.be.within(
            passedMs * (1 - MOST_SLEW) - HAIR_MS,
            passedMs * (1 + MOST_SLEW) + HAIR_MS,
          )
          at += passedMs
          const led = steeredTo(discipline, at, NOW_MS + at + wrongMs)
          expect(timeOn(led, at)).to.be.closeTo(timeOn(discipline, at), HAIR_MS)
          discipline = led
        }
      }),
    )
  })

  it('reaches its target within twenty times the difference, and stops there', () => {
    check(
      fc.property(fc.integer({ min: -HOUR_MS, max: HOUR_MS }), fc.nat(100_000), (gapMs, laterMs) => {
        const discipline = steeredTo(begunAt(0, NOW_MS), 0, NOW_MS + gapMs)
        const there = Math.abs(gapMs) / MOST_SLEW + laterMs
        expect(timeOn(discipline, there)).to.be.closeTo(NOW_MS + gapMs + there, HAIR_MS)
        const halfway = Math.abs(gapMs) / MOST_SLEW / 2
        expect(timeOn(discipline, halfway)).to.be.closeTo(NOW_MS + gapMs / 2 + halfway, 1)
      }),
    )
  })

  it('stays unchanged if the stopwatch shows an earlier time', () => {
    expect(timeOn(begunAt(100, NOW_MS), 40)).to.equal(NOW_MS)
  })
})
