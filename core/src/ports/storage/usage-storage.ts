import type { AppId } from '../../domain/ids/id.js'
import type { AccountKey } from '../../domain/ledger/account.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { DayUsage, UsageDimension } from '../../domain/usage/day-usage.js'
import type { TE } from '../../fp.js'
import type { PhoneNumbers } from '../phone-numbers.js'
import type { AsOf } from './projection-storage.js'

export interface DayUsageQuery extends AccountKey {
  /** Days that begin at this moment or later. */
  readonly fromMs: EpochMs
  /** Days that begin before this moment. */
  readonly toMs: EpochMs
  readonly appId: AppId | undefined
  /** By what else than days it is told apart. */
  readonly by: readonly UsageDimension[]
  /** So many lines were shown before. */
  readonly skip: number
  readonly limit: number
}

/** Usage as it was read. */
export interface DayUsageReading {
  /** In the order of days, then of apps, channels and countries. */
  readonly days: readonly DayUsage[]
  /** Entries of the account's ledger that are not counted yet, of whatever day. */
  readonly uncounted: number
}

/**
 * What each day's ledger entries come to, by app, channel and country (docs/decisions/0066): counted from the ledger itself
 * after it is committed, so that it agrees with it to the minor unit.
 */
export interface UsageStorage {
  /**
   * Counts ledger entries that are not counted yet, some more than so many at the most, and notes how far that is, in one
   * transaction: each is counted once, whoever dies when. How many it was; 0 where another process is at it.
   */
  count(limit: number, countryOf: PhoneNumbers['countryOf']): TE.TaskEither<StorageUnavailable, number>
  /** The usage of some days. */
  days(query: DayUsageQuery): TE.TaskEither<StorageUnavailable, AsOf<DayUsageReading>>
}
