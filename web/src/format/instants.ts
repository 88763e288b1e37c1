const two = (part: number): string => String(part).padStart(2, '0')

/** A time as the value of a date and time field, in the reader's zone: `2026-12-31T23:59:59`. */
export const fieldMoment = (atMs: number): string => {
  const at = new Date(atMs)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** A time in full: in the reader's zone with its name, and in UTC. */
export const instantTexts = (atMs: number, locale?: string): readonly [zoned: string, utc: string] => {
  const zoned = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [`${zoned} (${zone})`, new Date(atMs).toISOString()]
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * The last moment of a day given as a field value, in the reader's zone. Days of any length are handled.
 * Undefined if the value is not a day.
 */
export const lastMomentOf = (day: string): number | undefined => {
  const [, year, month, date] = DAY.exec(day) ?? []
  const next = new Date(Number(year), Number(month) - 1, Number(date) + 1).getTime()
  return Number.isNaN(next) ? undefined : next - 1
}
