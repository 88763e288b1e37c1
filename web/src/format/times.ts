/**
 * How times are formatted: the time zone (default: that of the device) and the locale (default: that of the
 * browser).
 */
export interface TimeOption {
  readonly locale?: string
  readonly timeZone?: string
}

const DAY_MS = 86_400_000
/** From the first minute of an hour to its last. */
const LAST_MINUTE_MS = 59 * 60_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The zone of all times without a zone of their own; undefined is that of the device. */
let usualZone: string | undefined

/** Sets the zone in which times are shown from now on; undefined is that of the device. */
export const showTimesIn = (timeZone: string | undefined): void => {
  usualZone = timeZone
}

const formatted = (
  atMs: number,
  { locale, timeZone = usualZone }: TimeOption,
  options: Intl.DateTimeFormatOptions,
) => {
  const key = JSON.stringify([locale, timeZone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.set(key, format)
  return format.format(atMs)
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const CLOCK_TO_SECONDS = { ...CLOCK, second: '2-digit' } as const

const dayOf = (atMs: number, option: TimeOption): string =>
  formatted(atMs, option, { year: 'numeric', month: '2-digit', day: '2-digit' })

const isSameDay = (one: number, other: number, option: TimeOption): boolean =>
  Math.abs(one - other) < DAY_MS && dayOf(one, option) === dayOf(other, option)

/** The clock time, with seconds. */
export const clockText = (atMs: number, option: TimeOption = {}): string =>
  formatted(atMs, option, CLOCK_TO_SECONDS)

/** The clock time to the minute, optionally with the date. */
export const minuteText = (atMs: number, isDated: boolean, option: TimeOption = {}): string => {
  const day = isDated ? `${formatted(atMs, option, { day: 'numeric', month: 'short' })} ` : ''
  return day + formatted(atMs, option, CLOCK)
}

/** The date, with the year if it is not the current one. */
const dateText = (atMs: number, nowMs: number, option: TimeOption): string => {
  const year = { year: 'numeric' } as const
  const isOtherYear = formatted(atMs, option, year) !== formatted(nowMs, option, year)
  return formatted(atMs, option, { day: 'numeric', month: 'short', ...(isOtherYear ? year : {}) })
}

/**
 * A time: today the clock time with seconds, otherwise date and minute, with the year if it is not the
 * current one.
 */
export const timeText = (atMs: number, nowMs: number, option: TimeOption = {}): string =>
  isSameDay(atMs, nowMs, option)
    ? clockText(atMs, option)
    : `${dateText(atMs, nowMs, option)} ${formatted(atMs, option, CLOCK)}`

const days = new Map<string, Intl.RelativeTimeFormat>()

const todayText = (locale: string | undefined): string => {
  const format = days.get(locale ?? '') ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  days.set(locale ?? '', format)
  return format.format(0, 'day')
}

/**
 * The date and minute of a record: "today 09:13", "12 Mar 09:13". The year is added if it is not the current
 * one.
 */
export const dayText = (atMs: number, nowMs: number, option: TimeOption = {}): string => {
  const day = isSameDay(atMs, nowMs, option) ? todayText(option.locale) : dateText(atMs, nowMs, option)
  return `${day} ${formatted(atMs, option, CLOCK)}`
}

/** The date and clock time of a record with seconds: "today 09:13:05", "12 Mar 09:13:05". */
export const secondText = (atMs: number, nowMs: number, option: TimeOption = {}): string => {
  const day = isSameDay(atMs, nowMs, option) ? todayText(option.locale) : dateText(atMs, nowMs, option)
  return `${day} ${clockText(atMs, option)}`
}

/** The hour that started at a time, from its first to its last minute, with the date if it is not today. */
export const hourText = (atMs: number, nowMs: number, option: TimeOption = {}): string => {
  const { locale, timeZone = usualZone } = option
  const hour = new Intl.DateTimeFormat(locale, { timeZone, ...CLOCK }).formatRange(
    atMs,
    atMs + LAST_MINUTE_MS,
  )
  return isSameDay(atMs, nowMs, option) ? hour : `${dateText(atMs, nowMs, option)} ${hour}`
}

/** The clock time to the millisecond, with the date if it is not today. */
export const preciseText = (atMs: number, nowMs: number, option: TimeOption = {}): string => {
  const precise = formatted(atMs, option, { ...CLOCK_TO_SECONDS, fractionalSecondDigits: 3 })
  if (isSameDay(atMs, nowMs, option)) return precise
  return `${formatted(atMs, option, { day: 'numeric', month: 'short' })} ${precise}`
}

/** The short name of the reader's time zone, for a column heading. */
export const zoneText = (atMs: number, { locale, timeZone = usualZone }: TimeOption = {}): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const STEPS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A duration or an age: "19 min", "3 h", "2 days"; zero below a second. */
export const durationText = (ms: number, locale?: string): string => {
  const [unit, size] = STEPS.find(([, step]) => ms >= step) ?? ['second', 1_000]
  const value = Math.floor(Math.max(0, ms) / size)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

/** The time of a field value in the reader's zone; undefined if the value is not a time. */
export const momentIn = (written: string | undefined): number | undefined => {
  const ms = Date.parse(written ?? '')
  return Number.isNaN(ms) ? undefined : ms
}
