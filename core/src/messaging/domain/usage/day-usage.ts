import type { Channel } from '../../../channels/channels.js'
import type { AppId, TemplateId } from '../../../kernel/ids/id.js'
import { DAY_MS, HOUR_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'

/** Dimensions that usage can be broken down by, besides time. */
export const USAGE_DIMENSIONS = ['app', 'channel', 'country', 'template'] as const

export type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

/** The lengths of the steps in which usage is aggregated. Hours are kept for two days, days forever. */
export const USAGE_STEPS = { day: DAY_MS, hour: HOUR_MS } as const

export type UsageStep = keyof typeof USAGE_STEPS

/** Hourly usage is kept for this long before the newest entry of its account. */
export const HOURS_KEPT_MS = 2 * DAY_MS

/**
 * The sum of the ledger entries of one UTC day or hour (docs/api/money#daily-usage). A dimension that the
 * query didn't ask for is undefined.
 */
export interface DayUsage {
  /** When the day or hour starts. */
  readonly startMs: EpochMs
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  /**
   * ISO 3166-1 alpha-2, or `001` for numbers without a country; also undefined if a recipient has no country.
   */
  readonly country: string | undefined
  /** Also undefined for days that were counted before templates were recorded. */
  readonly templateId: TemplateId | undefined
  /** Accepted messages. */
  readonly messages: number
  /** The amount reserved for them, in minor units. */
  readonly reservedMinor: number
  /** The amount charged on the day, whenever its messages were accepted. */
  readonly settledMinor: number
  /** The amount released on the day, whenever its messages were accepted. */
  readonly releasedMinor: number
}

/** The start of the UTC day or hour that contains a time. */
export const usageStart = (step: UsageStep, atMs: EpochMs): EpochMs =>
  Math.floor(atMs / USAGE_STEPS[step]) * USAGE_STEPS[step]
