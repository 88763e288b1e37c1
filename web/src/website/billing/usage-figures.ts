import type { ResultOf } from '@postrider/core/assembly/registry'
import type { UsageDimension } from '@postrider/core/messaging/domain/usage/day-usage'
import type { BarPart } from '../../charts/bar-chart.js'
import { distinctNames } from '../../format/distinct-names.js'
import { shortId, shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { appWord } from '../state/own-apps.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import { largestParts } from './largest-parts.js'

export type DayLine = ResultOf<'listDailyUsage'>['days'][number]

/** The dimensions by which usage can be broken down. */
export const USAGE_VIEWS = [
  'channel',
  'app',
  'country',
  'template',
] as const satisfies readonly UsageDimension[]

/** A template in usage and delivery data. */
export interface NamedTemplate {
  readonly templateId?: string | null | undefined
  readonly templateName?: string | undefined
}

/** The name of a template, or its identifier if it has no name. */
export const templateWord = ({ templateId, templateName }: NamedTemplate, noTemplate: string): string =>
  typeof templateId === 'string' ? shownText(templateName ?? shortId(templateId)) : noTemplate

const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' })

/** The name of a country by its code; `001` means no country. */
export const countryName = (code: string | undefined): string =>
  code === undefined || code === '001' ? t.noCountry : (regions.of(code) ?? code)

const nameOf = (line: DayLine, view: UsageDimension): string => {
  if (view === 'app') return appWord(line.appId ?? '')
  if (view === 'template') return templateWord(line, t.noTemplate)
  return view === 'channel' ? channelWord(line.channel ?? '') : countryName(line.country)
}

/** The name of a line, with its identifier if other lines may have the same name. */
const named = (line: DayLine, view: UsageDimension) => ({
  name: nameOf(line, view),
  id: view === 'app' ? line.appId : view === 'template' ? (line.templateId ?? undefined) : undefined,
})

/**
 * The charges of each day or hour, given by their start times: the largest parts by name, and the rest
 * combined.
 */
export const usageParts = (
  lines: readonly DayLine[],
  starts: readonly number[],
  view: UsageDimension,
): readonly BarPart[] => {
  const places = new Map(starts.map((start, at) => [start, at]))
  const nameIn = distinctNames(lines.map((line) => named(line, view)))
  const amounts = lines.map((line) => ({
    name: nameIn(named(line, view)),
    at: places.get(Date.parse(line.hour ?? line.day)),
    amount: line.settledMinor,
  }))
  return largestParts(amounts, starts.length, t.others)
}
