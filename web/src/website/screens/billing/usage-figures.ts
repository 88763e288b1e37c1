import type { ResultOf } from '@postrider/core/domain/operations/registry'
import type { UsageDimension } from '@postrider/core/domain/usage/day-usage'
import type { BarPart } from '../../../charts/bar-chart.js'
import { channelWord } from '../../../language/channel-words.js'
import { appWord } from '../../state/own-apps.js'
import { BILLING_TEXTS as t } from '../../language/billing-texts.js'
import { largestParts } from './largest-parts.js'

export type DayLine = ResultOf<'listDailyUsage'>['days'][number]

/** What usage can be broken down by. */
export const USAGE_VIEWS = [
  'channel',
  'app',
  'country',
  'template',
] as const satisfies readonly UsageDimension[]

/** What a template is called, by its identifier. */
export type TemplateWord = (templateId: string | null | undefined) => string

const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' })

/** What a country is called, by its code; `001` is of none. */
export const countryName = (code: string | undefined): string =>
  code === undefined || code === '001' ? t.noCountry : (regions.of(code) ?? code)

const nameOf = (line: DayLine, view: UsageDimension, templateWord: TemplateWord): string => {
  if (view === 'app') return appWord(line.appId ?? '')
  if (view === 'template') return templateWord(line.templateId)
  return view === 'channel' ? channelWord(line.channel ?? '') : countryName(line.country)
}

/** The amounts charged in each day or hour, which are given by their starts: the largest parts by name, and the rest together. */
export const usageParts = (
  lines: readonly DayLine[],
  starts: readonly number[],
  view: UsageDimension,
  templateWord: TemplateWord,
): readonly BarPart[] => {
  const places = new Map(starts.map((start, at) => [start, at]))
  const amounts = lines.map((line) => ({
    name: nameOf(line, view, templateWord),
    at: places.get(Date.parse(line.hour ?? line.day)),
    amount: line.settledMinor,
  }))
  return largestParts(amounts, starts.length, t.others)
}
