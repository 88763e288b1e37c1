import type { ResultOf } from '@postrider/core/assembly/registry'
import type { BarPart } from '../../charts/bar-chart.js'
import { capitalized } from '../../format/shown-text.js'
import { failureWords } from '../../language/message-words.js'
import { DELIVERY_TEXTS as t } from './delivery-texts.js'
import { largestParts } from './largest-parts.js'

export type DeliveryCount = ResultOf<'getDeliveryOutcomes'>
type Outcomes = Pick<
  DeliveryCount['steps'][number],
  'delivered' | 'undelivered' | 'failed' | 'expired' | 'cancelled'
>

const OUTCOMES = [
  { name: t.outcomes.delivered, color: 1, of: ({ delivered }: Outcomes) => delivered },
  { name: t.outcomes.undelivered, color: 'warn', of: ({ undelivered }: Outcomes) => undelivered },
  { name: t.outcomes.failed, color: 'alarm', of: ({ failed }: Outcomes) => failed },
  { name: t.outcomes.ended, color: 'quiet', of: ({ expired, cancelled }: Outcomes) => expired + cancelled },
] as const

/** The number of messages with each outcome, in the order and colors of the chart. */
export const outcomeParts = (steps: readonly Outcomes[]): readonly BarPart[] =>
  OUTCOMES.map(({ name, color, of }) => ({ name, color, sums: steps.map(of) })).filter(({ sums }) =>
    sums.some((sum) => sum > 0),
  )

/** The outcomes of each day or hour of the range; zero without messages. */
export const outcomesAt = ({ steps }: DeliveryCount, starts: readonly number[]): readonly Outcomes[] => {
  const known = new Map(steps.map((step) => [Date.parse(step.start), step]))
  const none = { delivered: 0, undelivered: 0, failed: 0, expired: 0, cancelled: 0 }
  return starts.map((start) => known.get(start) ?? none)
}

/** The text of a failure code; null is for messages without one. */
export const causeName = (code: string | null): string =>
  code === null ? t.noCause : capitalized(failureWords(code))

/** Failures by reason over the days or hours of the range. */
export const causeParts = ({ steps }: DeliveryCount, starts: readonly number[]): readonly BarPart[] => {
  const places = new Map(starts.map((start, at) => [start, at]))
  const amounts = steps.flatMap(({ start, causes }) =>
    causes.map(({ failureCode, count }) => ({
      name: causeName(failureCode),
      at: places.get(Date.parse(start)),
      amount: count,
    })),
  )
  return largestParts(amounts, starts.length, t.otherCauses)
}

/** The number of messages with any outcome. */
export const messagesIn = (outcomes: Outcomes): number =>
  OUTCOMES.reduce((sum, { of }) => sum + of(outcomes), 0)
