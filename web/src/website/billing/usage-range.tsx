import { minuteText } from '../../format/times.js'
import { nowMs } from '../../state/connection.js'
import { address, setFilters } from '../../state/address.js'
import { BILLING_TEXTS as t } from './billing-texts.js'

const DAY_MS = 86_400_000

/** The most days that one usage reading covers. */
const MOST_DAYS = 100

/** The number of hours in the hourly range, which ends with the current one. */
const HOURS = 24
const HOUR_MS = 3_600_000

/** The usual ranges, in days that end today. */
const RANGES = { today: 1, week: 7, month: 30, quarter: 90 } as const

const DAY = /^\d{4}-\d{2}-\d{2}$/

const startOf = (day: string | undefined): number | undefined => {
  const at = day !== undefined && DAY.test(day) ? Date.parse(day) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

const todayStart = (): number => Math.floor(nowMs.value / DAY_MS) * DAY_MS

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** A range of whole UTC days or hours; `to` is excluded. */
export interface ChartRange {
  readonly from: number
  readonly to: number
  readonly step: 'day' | 'hour'
}

const lastDays = (count: number): ChartRange => {
  const to = todayStart() + DAY_MS
  return { from: to - count * DAY_MS, to, step: 'day' }
}

const lastHours = (): ChartRange => {
  const to = (Math.floor(nowMs.value / HOUR_MS) + 1) * HOUR_MS
  return { from: to - HOURS * HOUR_MS, to, step: 'hour' }
}

/** The start of each day or hour of a range. */
export const startsIn = ({ from, to, step }: ChartRange): readonly number[] => {
  const stepMs = step === 'hour' ? HOUR_MS : DAY_MS
  return Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, at) => from + at * stepMs)
}

/**
 * A day as a date, an hour as a time of day, in the reader's format. Days are in UTC, hours in the reader's
 * zone.
 */
export const stepText = (start: number, step: ChartRange['step']): string =>
  step === 'hour'
    ? minuteText(start, new Date(start).getHours() === 0)
    : new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(start)

/** The range in the address: the last 24 hours, or at most 100 days. Default: the last 30 days. */
export const usageRange = (): ChartRange => {
  const { firstDay, lastDay, span } = address.value.filters
  if (span === 'hours') return lastHours()
  const [first, last] = [startOf(firstDay), startOf(lastDay)]
  if (first === undefined) return lastDays(RANGES.month)
  const to = Math.max(first, Math.min(last ?? todayStart(), todayStart())) + DAY_MS
  return { from: first, to: Math.min(to, first + MOST_DAYS * DAY_MS), step: 'day' }
}

const DayField = ({
  label,
  value,
  onChoose,
}: {
  label: string
  value: string
  onChoose(day: string): void
}) => (
  <label class="row small">
    <span class="quiet">{label}</span>
    <input
      class="input"
      type="date"
      max={dayOf(todayStart())}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  </label>
)

/**
 * Buttons for the usual ranges, including the last 24 hours, and two fields for any other range. The address
 * stores the choice.
 */
export const UsageRangeChips = () => {
  const { from, to, step } = usageRange()
  const setDays = (firstDay: string, lastDay: string): void =>
    setFilters({ firstDay, lastDay, span: undefined })
  const [first, last] = [dayOf(from), dayOf(to - 1)]
  return (
    <div class="filters labeled" role="group" aria-label={t.usageRange}>
      <button
        type="button"
        class="chip"
        aria-pressed={step === 'hour' ? 'true' : 'false'}
        onClick={() => setFilters({ span: 'hours', firstDay: undefined, lastDay: undefined })}
      >
        {t.lastHours}
      </button>
      {Object.entries(RANGES).map(([name, count]) => {
        const range = lastDays(count)
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={step === 'day' && range.from === from && range.to === to ? 'true' : 'false'}
            onClick={() => setDays(dayOf(range.from), dayOf(range.to - DAY_MS))}
          >
            {t.usageRanges[name]}
          </button>
        )
      })}
      <DayField label={t.usageFrom} value={first} onChoose={(day) => setDays(day, day > last ? day : last)} />
      <DayField label={t.usageTo} value={last} onChoose={(day) => setDays(day < first ? day : first, day)} />
    </div>
  )
}
