/** The median of some values, and its interval with at least 95 % confidence. */
export interface MedianInterval {
  readonly median: number
  readonly low: number
  readonly high: number
}

const TAIL = 0.025

/**
 * The number of smallest values that may be left out at each end, from the binomial distribution of a fair
 * coin.
 */
const leftOut = (count: number): number => {
  let probability = 0.5 ** count
  let tail = probability
  let seldom = 0
  while (tail <= TAIL && seldom < count) {
    probability = (probability * (count - seldom)) / (seldom + 1)
    tail += probability
    seldom += 1
  }
  return seldom
}

/**
 * The median with the interval of the sign test (order statistics), without an assumption about the
 * distribution. With fewer than six values, the interval is infinite.
 */
export const medianInterval = (values: readonly number[]): MedianInterval => {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (place: number): number => sorted[place] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2
  const seldom = leftOut(sorted.length)
  if (seldom === 0) return { median, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  return { median, low: at(seldom - 1), high: at(sorted.length - seldom) }
}

/** Half the width of the interval. */
export const halfWidth = ({ low, high }: MedianInterval): number => (high - low) / 2
