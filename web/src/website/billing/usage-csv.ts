import type { ResultOf } from '@postrider/core/assembly/registry'
import { csvText } from '../../format/csv.js'
import { decimalsOf } from '../../format/money.js'
import { client } from '../../state/connection.js'
import { appWord } from '../state/own-apps.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import type { ChosenAccount } from './account-chosen.js'
import { saveFile } from '../../parts/save-file.js'
import type { DayLine } from './usage-figures.js'
import type { ChartRange } from './usage-range.js'

/** An amount for spreadsheets: with a decimal point and all decimals, without currency. */
const amountCell = (minor: number, currency: string): string => {
  const digits = decimalsOf(currency)
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Usage as CSV: a line for each day or hour, app, channel, country and template. */
export const usageCsv = (lines: readonly DayLine[], currency: string): string =>
  csvText(
    t.csvHeads,
    lines.map((line) => [
      line.hour ?? line.day,
      line.appId === undefined ? '' : appWord(line.appId),
      line.appId ?? '',
      line.channel ?? '',
      line.country ?? '',
      line.templateId ?? '',
      String(line.messages),
      currency,
      amountCell(line.reservedMinor, currency),
      amountCell(line.settledMinor, currency),
      amountCell(line.releasedMinor, currency),
    ]),
  )

/** Reads the usage of a range in all its dimensions, and saves it. */
export const saveUsage = async (
  { organizationId, environment, currency }: ChosenAccount,
  range: ChartRange,
): Promise<void> => {
  const lines: DayLine[] = []
  let cursor: string | null = null
  do {
    const page: ResultOf<'listDailyUsage'> = await client.read('listDailyUsage', {
      organizationId,
      environment,
      currency,
      ...range,
      by: ['app', 'channel', 'country', 'template'],
      limit: 1000,
      ...(cursor === null ? {} : { cursor }),
    })
    for (const one of page.days) lines.push(one)
    cursor = page.nextCursor
  } while (cursor !== null)
  const [first, last] = [range.from, range.to - 1].map((at) => new Date(at).toISOString().slice(0, 10))
  const name = t.csvName(environment, currency, first ?? '', last ?? '')
  saveFile(name, 'text/csv', usageCsv(lines, currency))
}
