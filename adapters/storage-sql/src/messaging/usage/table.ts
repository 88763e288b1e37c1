import type { Channel } from '@postrider/core/channels/channels'
import type { TemplateId } from '@postrider/core/kernel/ids/id'
import type { DayUsage, UsageDimension } from '@postrider/core/messaging/domain/usage/day-usage'
import { optional, readInteger, readText, type Cell, type Cells } from '../../cells/cell.js'
import { BEFORE_ALL, idOf } from '../../cells/id-cell.js'
import { insertOrReplace, table } from '../../engine/insertion.js'

/** The columns that distinguish rows of a day, in the order of the key. */
export const DIMENSION_COLUMNS: Readonly<Record<UsageDimension, string>> = {
  app: 'app_id',
  channel: 'channel',
  country: 'country',
  template: 'template_id',
}

export const putLines = insertOrReplace(
  table('usage_lines', [
    'organization_id x',
    'environment',
    'currency',
    'step',
    'start_at',
    'app_id x',
    'channel',
    'country',
    'template_id x',
    'messages',
    'reserved',
    'settled',
    'released',
  ]),
  [
    'organization_id',
    'environment',
    'currency',
    'step',
    'start_at',
    'app_id',
    'channel',
    'country',
    'template_id',
  ],
)

/** The country of recipients without one: email addresses. */
const NO_COUNTRY = ''

/** The template of days that were counted before templates were recorded. */
export const NO_TEMPLATE = BEFORE_ALL

export const countryCell = (country: string | undefined): Cell => country ?? NO_COUNTRY

const countryOfCell = (cell: Cell | undefined): string | undefined => {
  const country = readText(cell)
  return country === NO_COUNTRY ? undefined : country
}

const templateOfCell = (cell: Cell | undefined): TemplateId | undefined =>
  readText(cell) === NO_TEMPLATE ? undefined : idOf('tpl', cell)

/** A row of usage from its start, app, channel, country, template and amounts. */
export const dayUsageOf = ([
  startAt,
  appId,
  channel,
  country,
  templateId,
  messages,
  reserved,
  settled,
  released,
]: Cells): DayUsage => ({
  startMs: readInteger(startAt),
  appId: optional((cell) => idOf('app', cell), appId),
  channel: optional(readText, channel) as Channel | undefined,
  country: optional(countryOfCell, country),
  templateId: optional(templateOfCell, templateId),
  messages: readInteger(messages),
  reservedMinor: readInteger(reserved),
  settledMinor: readInteger(settled),
  releasedMinor: readInteger(released),
})
