import { usageError } from '../errors/exit-code.js'

/**
 * A time of the command line: a date, an ISO 8601 time, or epoch milliseconds. Throws a usage error for other
 * texts.
 */
export const momentOf = (flag: string, text: string): Date => {
  const moment = new Date(/^\d{9,}$/.test(text) ? Number(text) : text)
  if (!Number.isNaN(moment.getTime())) return moment
  throw usageError(
    `${flag} must be a time such as 2026-11-21 or 2026-11-21T08:30:00Z, or epoch milliseconds.`,
  )
}

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Like `momentOf`, but `30s`, `15m`, `2h` and `7d` are relative to now. */
export const sinceOf = (flag: string, text: string): Date => {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count === undefined) return momentOf(flag, text)
  return new Date(Date.now() - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}
