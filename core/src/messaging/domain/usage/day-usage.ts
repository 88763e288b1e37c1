import type { Channel } from '../../../channels/channels.js'
import type { AppId, TemplateId } from '../../../kernel/ids/id.js'
import { DAY_MS, HOUR_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'

/** What usage can be broken down by, besides time. */
export const USAGE_DIMENSIONS = ['app', 'channel', 'country', 'template'] as const

export type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

/** How long the steps are that usage is added up in. Hours are kept for two days, days for good. */
export const USAGE_STEPS = { day: DAY_MS, hour: HOUR_MS } as const

export type UsageStep = keyof typeof USAGE_STEPS

/** Usage by the hour is kept for this long before the newest entry of its account. */
export const HOURS_KEPT_MS = 2 * DAY_MS

/**
 * The sum of the ledger entries of one UTC day or hour (docs/contract#daily-usage). A dimension that the query didn't ask
 * for is undefined.
 */
export interface DayUsage {
  /** When the day or hour starts. */
  readonly startMs: EpochMs
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  /** ISO 3166-1 alpha-2, or `001` for numbers of no country; undefined also where a recipient has none. */
  readonly country: string | undefined
  /** Undefined also for days that were counted before templates were. */
  readonly templateId: TemplateId | undefined
  /** Messages that were accepted. */
  readonly messages: number
  /** What was reserved for them, in minor units. */
  readonly reservedMinor: number
  /** What was charged on the day, whenever its messages were accepted. */
  readonly settledMinor: number
  /** What was given back on the day, likewise. */
  readonly releasedMinor: number
}

/** The first moment of the UTC day or hour that contains a moment. */
export const usageStart = (step: UsageStep, atMs: EpochMs): EpochMs =>
  Math.floor(atMs / USAGE_STEPS[step]) * USAGE_STEPS[step]
