import { accountCells } from '../../cells/account-cells.js'
import { USAGE_DIMENSIONS, type UsageDimension } from '@postrider/core/messaging/domain/usage/day-usage'
import type { DayUsageQuery, UsageStorage } from '@postrider/core/messaging/ports/usage-storage'
import { readInteger } from '../../cells/cell.js'
import { BEFORE_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { type Filled, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { countEntries, countriesByStart } from './count-entries.js'
import { dayUsageOf, DIMENSION_COLUMNS } from './table.js'

/** Reads by some of the dimensions and sums the others. */
const readingBy = (by: readonly UsageDimension[]) => {
  const columns = USAGE_DIMENSIONS.map((one) => (by.includes(one) ? `u.${DIMENSION_COLUMNS[one]}` : 'NULL'))
  const groups = ['u.start_at', ...by.map((one) => `u.${DIMENSION_COLUMNS[one]}`)].join(', ')
  const sums = ['messages', 'reserved', 'settled', 'released'].map(
    (one) => `CAST(SUM(u.${one}) {as integer})`,
  )
  return statement(`
    SELECT u.start_at, ${columns.join(', ')}, ${sums.join(', ')} FROM usage_lines u {by usage_lines.PRIMARY}
    WHERE u.organization_id = ?x AND u.environment = ? AND u.currency = ? AND u.step = ? AND u.start_at >= ? AND u.start_at < ?
      AND (?x = ?x OR u.app_id = ?x)
    GROUP BY ${groups} ORDER BY ${groups} LIMIT ? OFFSET ?`)
}

const READINGS = new Map<string, ReturnType<typeof readingBy>>()

/** One statement for each set of dimensions, created on first use. */
const readingFor = (by: readonly UsageDimension[]): ReturnType<typeof readingBy> => {
  const ordered = USAGE_DIMENSIONS.filter((one) => by.includes(one))
  const made = READINGS.get(ordered.join()) ?? readingBy(ordered)
  READINGS.set(ordered.join(), made)
  return made
}

const daysQuery = (query: DayUsageQuery): Filled => {
  const { step, fromMs, toMs, appId, by, skip, limit } = query
  const app = appId === undefined ? BEFORE_ALL : idCell(appId)
  const range = [...accountCells(query), step, fromMs, toMs] as const
  return readingFor(by)(...range, app, BEFORE_ALL, app, limit, skip)
}

const countUncounted = statement(`
  SELECT a.version - COALESCE(u.seq, 0) FROM accounts a
  LEFT JOIN usage_line_accounts u ON u.organization_id = a.organization_id AND u.environment = a.environment AND u.currency = a.currency
  WHERE a.organization_id = ?x AND a.environment = ? AND a.currency = ?`)

export const usageStorage = (engine: Engine): UsageStorage => {
  const countries = countriesByStart()
  return {
    count: (limit, countryOf) => () => countEntries(engine, limit, countryOf, countries),
    days: (query) => () => {
      const behind = countUncounted(...accountCells(query))
      // The position is read first: events that are counted meanwhile may be in the days and also reported as
      // missing, but never the reverse.
      return readAsOf(engine, [behind, daysQuery(query)], ([uncounted, days = []]) => ({
        days: days.map(dayUsageOf),
        uncounted: readInteger(uncounted?.[0]?.[0] ?? 0),
      }))
    },
  }
}
