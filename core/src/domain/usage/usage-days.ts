import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'
import { DAY_MS, type EpochMs } from '../time/epoch-ms.js'

const LONGEST_DAYS = 100

/** The last moment that `Date` can say. */
const LAST_MS = 8.64e15

/**
 * What is wrong with a range of days [from, to): it ends after it begins and is at most 100 days long
 * (docs/contract#daily-usage). Empty when all is well.
 */
export const checkUsageDays = (
  fromMs: EpochMs | undefined,
  toMs: EpochMs | undefined,
): readonly FieldProblem[] => {
  if (toMs !== undefined && toMs > LAST_MS)
    return [bodyProblem('/to', 'too_large', 'Lies outside the calendar.')]
  if (fromMs === undefined || toMs === undefined) return []
  if (fromMs >= toMs) return [bodyProblem('/to', 'too_small', 'Must come after from.')]
  return toMs - fromMs > LONGEST_DAYS * DAY_MS
    ? [bodyProblem('/to', 'too_large', `The range may be at most ${LONGEST_DAYS} days long.`)]
    : []
}
