/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number

let spokenAt: EpochMs = Number.NaN
let spoken = ''

/**
 * Formats ISO 8601 UTC with milliseconds and `Z` (docs/api/conventions#time). Caches the last result: many
 * calls are in the same millisecond.
 */
export const isoTime = (at: EpochMs): string => {
  if (at !== spokenAt) {
    spoken = new Date(at).toISOString()
    spokenAt = at
  }
  return spoken
}

/** Parses such a text; undefined for any other text, and for dates or times that don't exist. */
export const parseIsoTime = (text: string): EpochMs | undefined => {
  const at = Date.parse(text)
  return Number.isNaN(at) || isoTime(at) !== text ? undefined : at
}

/** Like `parseIsoTime`, for a text that was already validated; throws otherwise, because that is a bug. */
export const momentOf = (text: string): EpochMs => {
  const at = parseIsoTime(text)
  if (at === undefined) throw new RangeError('a text that was inspected names no moment')
  return at
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
