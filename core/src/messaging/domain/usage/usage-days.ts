import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import { HOURS_KEPT_MS, type UsageStep } from './day-usage.js'

/** The longest range of each step, in milliseconds and in words. */
const LONGEST: Readonly<Record<UsageStep, readonly [ms: number, words: string]>> = {
  day: [100 * DAY_MS, '100 days'],
  hour: [HOURS_KEPT_MS, '48 hours'],
}

/** The last time that `Date` can represent. */
const LAST_MS = 8.64e15

/**
 * The problems of a range [from, to): it must end after it starts, and be at most 100 days long, or 48 hours by the hour
 * (docs/api/money#daily-usage). Empty for a valid range.
 */
export const checkUsageDays = (
  fromMs: EpochMs | undefined,
  toMs: EpochMs | undefined,
  step: UsageStep = 'day',
): readonly FieldProblem[] => {
  if (toMs !== undefined && toMs > LAST_MS)
    return [bodyProblem('/to', 'too_large', 'The time is out of range.')]
  if (fromMs === undefined || toMs === undefined) return []
  if (fromMs >= toMs)
    return [bodyProblem('/to', 'too_small', 'The end of the range must be after its start.')]
  const [longestMs, words] = LONGEST[step]
  return toMs - fromMs > longestMs
    ? [bodyProblem('/to', 'too_large', `The range must be at most ${words} long.`)]
    : []
}
