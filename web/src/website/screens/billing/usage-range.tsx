import { nowMs } from '../../../state/connection.js'
import { address, setFilters } from '../../../state/address.js'
import { BILLING_TEXTS as t } from '../../language/billing-texts.js'

const DAY_MS = 86_400_000

/** As many days as one reading of usage covers. */
const MOST_DAYS = 100

/** The usual ranges, in days that end today. */
const RANGES = { today: 1, week: 7, month: 30, quarter: 90 } as const

const DAY = /^\d{4}-\d{2}-\d{2}$/

const startOf = (day: string | undefined): number | undefined => {
  const at = day !== undefined && DAY.test(day) ? Date.parse(day) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

const todayStart = (): number => Math.floor(nowMs.value / DAY_MS) * DAY_MS

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** A range of whole UTC days; `to` is excluded. */
interface DayRange {
  readonly from: number
  readonly to: number
}

const lastDays = (count: number): DayRange => {
  const to = todayStart() + DAY_MS
  return { from: to - count * DAY_MS, to }
}

/** The days of the address, at most 100; without any, the last 30. */
export const usageRange = (): DayRange => {
  const { firstDay, lastDay } = address.value.filters
  const [first, last] = [startOf(firstDay), startOf(lastDay)]
  if (first === undefined) return lastDays(RANGES.month)
  const to = Math.max(first, Math.min(last ?? todayStart(), todayStart())) + DAY_MS
  return { from: first, to: Math.min(to, first + MOST_DAYS * DAY_MS) }
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

/** The chips of the usual ranges, and two fields for any other. The address holds the choice. */
export const UsageRangeChips = () => {
  const { from, to } = usageRange()
  const [first, last] = [dayOf(from), dayOf(to - DAY_MS)]
  return (
    <div class="filters in" role="group" aria-label={t.usageRange}>
      {Object.entries(RANGES).map(([name, count]) => {
        const range = lastDays(count)
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={range.from === from && range.to === to ? 'true' : 'false'}
            onClick={() => setFilters({ firstDay: dayOf(range.from), lastDay: dayOf(range.to - DAY_MS) })}
          >
            {t.usageRanges[name]}
          </button>
        )
      })}
      <DayField
        label={t.usageFrom}
        value={first}
        onChoose={(day) => setFilters({ firstDay: day, lastDay: day > last ? day : last })}
      />
      <DayField
        label={t.usageTo}
        value={last}
        onChoose={(day) => setFilters({ firstDay: day < first ? day : first, lastDay: day })}
      />
    </div>
  )
}
