/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number

let spokenAt: EpochMs = Number.NaN
let spoken = ''

/** ISO 8601 UTC with milliseconds and `Z` (docs/contract#time). Remembers the last one: much happens in one millisecond. */
export const isoTime = (at: EpochMs): string => {
  if (at !== spokenAt) {
    spoken = new Date(at).toISOString()
    spokenAt = at
  }
  return spoken
}

/** The moment that such a text names; undefined for any other text, and for what no calendar or clock shows. */
export const parseIsoTime = (text: string): EpochMs | undefined => {
  const at = Date.parse(text)
  return Number.isNaN(at) || isoTime(at) !== text ? undefined : at
}

/** As `parseIsoTime`, of a text that was found to name a moment; any other is a bug. */
export const momentOf = (text: string): EpochMs => {
  const at = parseIsoTime(text)
  if (at === undefined) throw new RangeError('a text that was inspected names no moment')
  return at
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
