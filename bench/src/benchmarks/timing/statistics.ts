import type { Seeded } from '@postrider/conformance/builders/seeded'

/** A value with its 95 % confidence interval. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

const RESAMPLES = 1000
const TAIL = 0.025
/** The number of standard errors that contain 95 % of a normal distribution. */
const NORMAL_95 = 1.96

const quantileOf = (sorted: Float64Array, share: number): number => {
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** The median; for an even number, halfway between the two in the middle. */
export const median = (values: ArrayLike<number>): number => quantileOf(Float64Array.from(values).sort(), 0.5)

/** The median with its bootstrap interval, which assumes only paired samples. */
export const medianOf = (values: ArrayLike<number>, random: Seeded): Estimate => {
  const drawn = new Float64Array(values.length)
  const medians = Float64Array.from({ length: RESAMPLES }, () => {
    for (let at = 0; at < drawn.length; at += 1)
      drawn[at] = values[Math.floor(random.fraction() * values.length)] ?? Number.NaN
    return quantileOf(drawn.sort(), 0.5)
  }).sort()
  return {
    value: median(values),
    low: quantileOf(medians, TAIL),
    high: quantileOf(medians, 1 - TAIL),
  }
}

/** The share of the sorted values below a value, plus half of those equal to it. */
const shareBelow = (sorted: Float64Array, value: number): number => {
  const first = (isBeyond: (one: number) => boolean): number => {
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (isBeyond(sorted[middle] ?? Number.NaN)) to = middle
      else from = middle + 1
    }
    return from
  }
  return (first((one) => one >= value) + first((one) => one > value)) / 2 / sorted.length
}

/**
 * The probability that a value of the second kind exceeds one of the first: 0.5 if they are
 * indistinguishable. The interval takes the pairing into account (DeLong's estimate of the variance).
 */
export const rankAuc = (first: ArrayLike<number>, second: ArrayLike<number>): Estimate => {
  const [lows, highs] = [Float64Array.from(first).sort(), Float64Array.from(second).sort()]
  const count = lows.length
  const influences = Float64Array.from(
    { length: count },
    (_, at) => 1 - shareBelow(highs, first[at] ?? Number.NaN) + shareBelow(lows, second[at] ?? Number.NaN),
  )
  const value = influences.reduce((sum, one) => sum + one, 0) / count / 2
  const squares = influences.reduce((sum, one) => sum + (one - 2 * value) ** 2, 0)
  const error = NORMAL_95 * Math.sqrt(squares / count / Math.max(1, count - 1))
  return { value, low: value - error, high: value + error }
}
