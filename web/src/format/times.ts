/** How a reader counts time: the zone of the machine, unless another is given, and the locale of the browser. */
export interface TimeOption {
  readonly locale?: string
  readonly timeZone?: string
}

const DAY_MS = 86_400_000
/** From the first minute of an hour to its last. */
const LAST_MINUTE_MS = 59 * 60_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The zone of all times that name none; undefined: that of the machine. */
let usualZone: string | undefined

/** Chooses the zone in which times are shown from now on; undefined: that of the machine. */
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

/** The clock time to the minute, with its day where that is wanted. */
export const minuteText = (atMs: number, isDated: boolean, option: TimeOption = {}): string => {
  const day = isDated ? `${formatted(atMs, option, { day: 'numeric', month: 'short' })} ` : ''
  return day + formatted(atMs, option, CLOCK)
}

/** The day of something, in another year with the year. */
const dateText = (atMs: number, nowMs: number, option: TimeOption): string => {
  const year = { year: 'numeric' } as const
  const isOtherYear = formatted(atMs, option, year) !== formatted(nowMs, option, year)
  return formatted(atMs, option, { day: 'numeric', month: 'short', ...(isOtherYear ? year : {}) })
}

/** When something was or will be: today its clock time with seconds, else day and minute; in another year the year too. */
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

/** The day and the minute of something in a record: "today 09:13", "12 Mar 09:13"; in another year the year too. */
export const dayText = (atMs: number, nowMs: number, option: TimeOption = {}): string => {
  const day = isSameDay(atMs, nowMs, option) ? todayText(option.locale) : dateText(atMs, nowMs, option)
  return `${day} ${formatted(atMs, option, CLOCK)}`
}

/** The hour that began then, from its first minute to its last; of a day that is not today with its date. */
export const hourText = (atMs: number, nowMs: number, option: TimeOption = {}): string => {
  const { locale, timeZone = usualZone } = option
  const hour = new Intl.DateTimeFormat(locale, { timeZone, ...CLOCK }).formatRange(
    atMs,
    atMs + LAST_MINUTE_MS,
  )
  return isSameDay(atMs, nowMs, option) ? hour : `${dateText(atMs, nowMs, option)} ${hour}`
}

/** The clock time to the millisecond, of a day that is not today with its date. */
export const preciseText = (atMs: number, nowMs: number, option: TimeOption = {}): string => {
  const precise = formatted(atMs, option, { ...CLOCK_TO_SECONDS, fractionalSecondDigits: 3 })
  if (isSameDay(atMs, nowMs, option)) return precise
  return `${formatted(atMs, option, { day: 'numeric', month: 'short' })} ${precise}`
}

/** The short name of the reader's zone, for the head of a column. */
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

/** How long something takes or is ago: "19 min", "3 h", "2 days"; below a second none. */
export const durationText = (ms: number, locale?: string): string => {
  const [unit, size] = STEPS.find(([, step]) => ms >= step) ?? ['second', 1_000]
  const value = Math.floor(Math.max(0, ms) / size)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

/** The moment that a field says in the reader's zone; undefined where it says none. */
export const momentIn = (written: string | undefined): number | undefined => {
  const ms = Date.parse(written ?? '')
  return Number.isNaN(ms) ? undefined : ms
}
