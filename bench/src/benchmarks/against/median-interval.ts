/** The middle of some values, and where the middle of all lies in at least 95 of 100 runs. */
export interface MedianInterval {
  readonly median: number
  readonly low: number
  readonly high: number
}

const TAIL = 0.025

/** How many of the smallest values may be left out at each end: how often a fair coin falls so seldom on one side. */
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
 * The median with the interval of the sign test (order statistics): nothing is assumed of how the values are spread. Fewer
 * than six values bound nothing: their interval is without end.
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

/** Half of what the interval spans. */
export const halfWidth = ({ low, high }: MedianInterval): number => (high - low) / 2
