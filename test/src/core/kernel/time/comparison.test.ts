import { expect } from 'chai'
import {
  type SuspectOffset,
  judgeReading,
  LASTS_MS,
  lastingOffsets,
  NEAR_MS,
  offsetSentence,
  clockStatus,
  truestOf,
} from '@postrider/core/kernel/time/comparison'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const HOUR_MS = 3_600_000
const SOON_MS = 10_000

/**
 * Readings every ten seconds of a database's clock with this offset from the process's. Returns which are
 * trusted.
 */
const trusted = (offsetsMs: readonly number[]): readonly boolean[] => {
  let suspectOffset: SuspectOffset | undefined
  return offsetsMs.map((offsetMs, at) => {
    const stopwatchMs = at * SOON_MS
    const judged = judgeReading(
      { databaseMs: NOW_MS + stopwatchMs + offsetMs, stopwatchMs },
      NOW_MS + stopwatchMs,
      suspectOffset,
    )
    suspectOffset = judged.suspectOffset
    return judged.isTrusted
  })
}

describe("A reading of the database's clock", () => {
  it('is trusted if the offset is small, in either direction', () => {
    expect(trusted([0, NEAR_MS, -NEAR_MS, 300])).to.deep.equal([true, true, true, true])
  })

  it("isn't trusted if the offset is large, once or for some minutes", () => {
    expect(trusted([HOUR_MS, 0, -HOUR_MS, 0, 5])).to.deep.equal([false, true, false, true, true])
    expect(trusted([HOUR_MS, HOUR_MS, HOUR_MS])).to.deep.equal([false, false, false])
  })

  it('is trusted after five minutes with the same offset, and from then on', () => {
    const verdicts = trusted(Array.from({ length: 40 }, () => -HOUR_MS))
    expect(verdicts.indexOf(true)).to.equal(LASTS_MS / SOON_MS)
    expect(verdicts.slice(LASTS_MS / SOON_MS)).to.not.include(false)
  })

  it('is doubted again when the offset changes', () => {
    const verdicts = trusted(Array.from({ length: 70 }, (_, at) => (at === 29 ? 90_000 : HOUR_MS)))
    expect(verdicts.indexOf(true)).to.equal(30 + LASTS_MS / SOON_MS)
  })

  it('counts most if its round trip was the shortest', () => {
    const reading = (roundTripMs: number) => ({ stopwatchMs: 0, databaseMs: 0, machineMs: 0, roundTripMs })
    expect(truestOf(reading(3), [reading(2), reading(9)]).roundTripMs).to.equal(2)
  })
})

describe('The offsets of clocks', () => {
  it('warn from two seconds on and fail from ten, for machine or process, in either direction', () => {
    const statuses = [0, 1_999, 2_000, -2_000, 9_999, 10_000, -HOUR_MS].map((offsetMs) => [
      clockStatus({ machineMs: offsetMs, processMs: 0 }),
      clockStatus({ machineMs: 1, processMs: offsetMs }),
    ])
    const words = ['pass', 'pass', 'warn', 'warn', 'warn', 'fail', 'fail']
    expect(statuses).to.deep.equal(words.map((word) => [word, word]))
  })

  it('need two consecutive comparisons that agree, except for the first', () => {
    const odd = { machineMs: HOUR_MS, processMs: -HOUR_MS }
    const usual = { machineMs: 3, processMs: -1 }
    expect(lastingOffsets(odd, undefined)).to.deep.equal(odd)
    expect(lastingOffsets(odd, usual)).to.deep.equal(usual)
    expect(lastingOffsets(usual, odd)).to.deep.equal(usual)
    expect(lastingOffsets(odd, odd)).to.deep.equal(odd)
  })

  it('are shown in seconds, with their direction', () => {
    expect(offsetSentence({ machineMs: 90_004.4, processMs: -12 })).to.equal(
      "the machine's clock is 90.004 s ahead of the database's, this process's time 0.012 s behind it",
    )
  })
})
