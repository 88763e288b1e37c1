/** How many of each age, by step: step `n` ends at 1.25 to the power of `n` milliseconds. */
export type AgeHistogram = Readonly<Record<number, number>>

const LOG_RATIO = Math.log(1.25)

/** The step of an age in milliseconds; what is younger than a millisecond is in the first, 0. */
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
