import type { ResultOf } from '@postrider/core/domain/operations/registry'
import type { UsageDimension } from '@postrider/core/domain/usage/day-usage'
import { channelWord } from '../../../language/channel-words.js'
import { appWord } from '../../state/own-apps.js'
import { BILLING_TEXTS as t } from '../../language/billing-texts.js'

export type DayLine = ResultOf<'listDailyUsage'>['days'][number]

/** By what usage is told apart. */
export const USAGE_VIEWS = ['channel', 'app', 'country'] as const satisfies readonly UsageDimension[]

/** One of the parts that days are made of: its name, which of the chart colours it has, and a sum for each day. */
export interface UsagePart {
  readonly name: string
  readonly colour: 1 | 2 | 3 | 4
  readonly sums: readonly number[]
}

/** What days come to, in parts of which there are four at the most. */
export interface UsageFigures {
  readonly days: readonly string[]
  readonly parts: readonly UsagePart[]
}

const DAY_MS = 86_400_000
const MOST_PARTS = 4

const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' })

/** What a country is called, by its code; `001` is of none. */
export const countryName = (code: string | undefined): string =>
  code === undefined || code === '001' ? t.noCountry : (regions.of(code) ?? code)

const nameOf = ({ appId, channel, country }: DayLine, view: UsageDimension): string => {
  if (view === 'app') return appWord(appId ?? '')
  return view === 'channel' ? channelWord(channel ?? '') : countryName(country)
}

/** The days of a range, each as its date. */
export const daysBetween = (fromMs: number, toMs: number): readonly string[] =>
  Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, at) =>
    new Date(fromMs + at * DAY_MS).toISOString().slice(0, 10),
  )

const total = (sums: readonly number[]): number => sums.reduce((all, one) => all + one, 0)

/** What was charged on each day, the largest parts by name, and the rest together. */
export const usageFigures = (
  lines: readonly DayLine[],
  days: readonly string[],
  view: UsageDimension,
): UsageFigures => {
  const places = new Map(days.map((day, at) => [day, at]))
  const sums = new Map<string, number[]>()
  for (const line of lines) {
    const at = places.get(line.day)
    if (at === undefined) continue
    const name = nameOf(line, view)
    const own = sums.get(name) ?? days.map(() => 0)
    own[at] = (own[at] ?? 0) + line.settledMinor
    sums.set(name, own)
  }
  const ordered = [...sums]
    .filter(([, own]) => total(own) > 0)
    .toSorted(([, one], [, other]) => total(other) - total(one))
  const isMany = ordered.length > MOST_PARTS
  const named = isMany ? ordered.slice(0, MOST_PARTS - 1) : ordered
  const rest = isMany ? ordered.slice(MOST_PARTS - 1).map(([, own]) => own) : []
  const others = days.map((_, at) => rest.reduce((all, own) => all + (own[at] ?? 0), 0))
  return {
    days,
    parts: [...named, ...(isMany ? ([[t.others, others]] as const) : [])].map(([name, own], at) => ({
      name,
      colour: (at + 1) as UsagePart['colour'],
      sums: own,
    })),
  }
}

/** What a part comes to in all its days. */
export const partTotal = ({ sums }: UsagePart): number => total(sums)
