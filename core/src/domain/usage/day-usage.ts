import type { Channel } from '../channels/channels.js'
import type { AppId } from '../ids/id.js'
import { DAY_MS, type EpochMs } from '../time/epoch-ms.js'

/** By what else than days usage can be told apart. */
export const USAGE_DIMENSIONS = ['app', 'channel', 'country'] as const

export type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

/**
 * What the entries of one UTC day's ledger come to (docs/contract#daily-usage); what it was not asked to be told apart by is
 * undefined.
 */
export interface DayUsage {
  readonly dayMs: EpochMs
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  /** ISO 3166-1 alpha-2, or `001` for numbers of no country; undefined also where a recipient has none. */
  readonly country: string | undefined
  /** Messages that were accepted. */
  readonly messages: number
  /** What was reserved for them, in minor units. */
  readonly reservedMinor: number
  /** What was charged on the day, whenever its messages were accepted. */
  readonly settledMinor: number
  /** What was given back on the day, likewise. */
  readonly releasedMinor: number
}

/** The first moment of the UTC day that a moment belongs to. */
export const dayStart = (atMs: EpochMs): EpochMs => Math.floor(atMs / DAY_MS) * DAY_MS
