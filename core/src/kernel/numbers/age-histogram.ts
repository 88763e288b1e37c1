/** Counts of ages by step: step `n` ends at 1.25 to the power of `n` milliseconds. */
export type AgeHistogram = Readonly<Record<number, number>>

const RATIO = 1.25
const LOG_RATIO = Math.log(RATIO)

/** The step of an age in milliseconds; ages of up to one millisecond are in step 0. */
const ageStep = (ageMs: number): number => (ageMs <= 1 ? 0 : Math.ceil(Math.log(ageMs) / LOG_RATIO - 1e-9))

/** The histogram of these ages, in milliseconds. */
export const histogramOf = (agesMs: readonly number[]): AgeHistogram => {
  const counts: Record<number, number> = {}
  for (const ageMs of agesMs) {
    const step = ageStep(ageMs)
    counts[step] = (counts[step] ?? 0) + 1
  }
  return counts
}

/** Adds two histograms. */
export const addHistograms = (one: AgeHistogram, other: AgeHistogram): AgeHistogram => {
  const counts: Record<number, number> = { ...one }
  for (const [step, count] of Object.entries(other))
    counts[Number(step)] = (counts[Number(step)] ?? 0) + count
  return counts
}

/**
 * The quantile of a histogram (`part` from 0 to 1), in milliseconds, rounded up to the end of its step;
 * undefined if the histogram is empty.
 */
export const quantileOfAges = (ages: AgeHistogram, part: number): number | undefined => {
  const steps = Object.entries(ages).map(([step, count]) => [Number(step), count] as const)
  const total = steps.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [step, count] of steps.toSorted(([one], [other]) => one - other)) {
    seen += count
    if (seen >= part * total) return RATIO ** step
  }
  return undefined
}
