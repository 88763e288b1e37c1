import type { Channel } from '@postrider/core/domain/channels/channels'
import type { DayUsage, UsageDimension } from '@postrider/core/domain/usage/day-usage'
import { optional, readInteger, readText, type Cell, type Cells } from '../cells/cell.js'
import { idOf } from '../cells/id-cell.js'
import { insertOrReplace, table } from '../engine/insertion.js'

/** By what rows of a day are told apart, in the order of the key. */
export const DIMENSION_COLUMNS: Readonly<Record<UsageDimension, string>> = {
  app: 'app_id',
  channel: 'channel',
  country: 'country',
}

export const putDays = insertOrReplace(
  table('usage_days', [
    'organization_id x',
    'currency',
    'day_at',
    'app_id x',
    'channel',
    'country',
    'messages',
    'reserved',
    'settled',
    'released',
  ]),
  ['organization_id', 'currency', 'day_at', 'app_id', 'channel', 'country'],
)

/** What recipients have that are in no country: addresses of email. */
const NO_COUNTRY = ''

export const countryCell = (country: string | undefined): Cell => country ?? NO_COUNTRY

const countryOfCell = (cell: Cell | undefined): string | undefined => {
  const country = readText(cell)
  return country === NO_COUNTRY ? undefined : country
}

/** A day's usage out of its day, app, channel, country and figures. */
export const dayUsageOf = ([
  dayAt,
  appId,
  channel,
  country,
  messages,
  reserved,
  settled,
  released,
]: Cells): DayUsage => ({
  dayMs: readInteger(dayAt),
  appId: optional((cell) => idOf('app', cell), appId),
  channel: optional(readText, channel) as Channel | undefined,
  country: optional(countryOfCell, country),
  messages: readInteger(messages),
  reservedMinor: readInteger(reserved),
  settledMinor: readInteger(settled),
  releasedMinor: readInteger(released),
})
