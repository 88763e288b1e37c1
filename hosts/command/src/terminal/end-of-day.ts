import { DAY_MS, type EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { present } from '@postrider/core/kernel/present'

/** The date in the time zone, such as 2027-03-31; throws if there is no such zone. */
const dateIn = (timeZone: string | undefined): ((atMs: EpochMs) => string) => {
  const form = new Intl.DateTimeFormat('en-CA', {
    ...present({ timeZone }),
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (atMs) => form.format(atMs)
}

const midnightOf = (date: string): EpochMs | undefined => {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : NaN
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date) ? atMs : undefined
}

/**
 * The last millisecond of a date in a time zone, by default this machine's, including on days with clock
 * changes. Undefined: there is no such date, or no such zone.
 */
export const endOfDay = (date: string, timeZone: string | undefined): EpochMs | undefined => {
  const midnightMs = midnightOf(date)
  if (midnightMs === undefined) return undefined
  try {
    const dateAt = dateIn(timeZone)
    // No time zone is a day away from UTC: the date has started by the first time and ended by the second.
    let lastMs = midnightMs - DAY_MS
    let overMs = midnightMs + 2 * DAY_MS
    while (overMs - lastMs > 1) {
      const middleMs = Math.floor((lastMs + overMs) / 2)
      if (dateAt(middleMs) <= date) lastMs = middleMs
      else overMs = middleMs
    }
    return lastMs
  } catch {
    return undefined
  }
}
