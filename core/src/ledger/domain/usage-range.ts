import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { DAY_MS, type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

const LONGEST_MS = 31 * DAY_MS
const FUTURE_MS = 5 * MINUTE_MS

const month = (at: EpochMs): string => new Date(at).toISOString().slice(0, 7)

/** A time range in a request, and its location in the request. */
export interface UsageRange {
  readonly location: 'query' | 'body'
  /** Inclusive; undefined if the value isn't a number. */
  readonly fromMs: EpochMs | undefined
  /** Exclusive; undefined if the value isn't a number. */
  readonly toMs: EpochMs | undefined
}

/** The last time that `Date` can represent; later bounds belong to no month. */
const LAST_MS = 8.64e15

/**
 * The problems of a usage range [from, to): it must be within one UTC calendar month, at most 31 days long,
 * and end at most 5 minutes from now (docs/api/money#usage). Empty for a valid range.
 */
export const checkUsageRange = (
  { location, fromMs, toMs }: UsageRange,
  nowMs: EpochMs,
): readonly FieldProblem[] => {
  const problem = (field: string, code: FieldProblem['code'], message: string): FieldProblem => ({
    location,
    field,
    code,
    message,
  })
  if (fromMs !== undefined && Math.abs(fromMs) > LAST_MS)
    return [problem('/from', 'too_large', 'The time is out of range.')]
  if (toMs !== undefined && (Math.abs(toMs) > LAST_MS || toMs > nowMs + FUTURE_MS))
    return [problem('/to', 'too_large', 'The time can be at most 5 minutes in the future.')]
  if (fromMs === undefined || toMs === undefined) return []
  if (fromMs >= toMs) return [problem('/to', 'too_small', 'The end of the range must be after its start.')]
  if (toMs - fromMs > LONGEST_MS)
    return [problem('/to', 'too_large', 'The range must be at most 31 days long.')]
  if (month(fromMs) !== month(toMs - 1)) {
    return [problem('/to', 'too_large', 'The range must stay within one UTC calendar month.')]
  }
  return []
}
