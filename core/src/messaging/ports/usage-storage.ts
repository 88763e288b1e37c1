import type { AppId } from '../../kernel/ids/id.js'
import type { AccountKey } from '../../ledger/domain/account.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { DayUsage, UsageDimension, UsageStep } from '../domain/usage/day-usage.js'
import type { TE } from '../../fp.js'
import type { PhoneNumbers } from '../../channels/ports/phone-numbers.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface DayUsageQuery extends AccountKey {
  readonly step: UsageStep
  /** Days or hours that begin at this moment or later. */
  readonly fromMs: EpochMs
  /** Days or hours that begin before this moment. */
  readonly toMs: EpochMs
  readonly appId: AppId | undefined
  /** The dimensions to break the usage down by, besides time. */
  readonly by: readonly UsageDimension[]
  /** So many lines were shown before. */
  readonly skip: number
  readonly limit: number
}

/** Usage as it was read. */
export interface DayUsageReading {
  /** In the order of time, then of apps, channels, countries and templates. */
  readonly days: readonly DayUsage[]
  /** Entries of the account's ledger that are not counted yet, of whatever day. */
  readonly uncounted: number
}

/**
 * The sum of each day's ledger entries, by app, channel, country and template (docs/decisions/0066): counted from the ledger itself
 * after it is committed, so that it agrees with it to the minor unit.
 */
export interface UsageStorage {
  /**
   * Counts ledger entries that are not counted yet, some more than so many at the most, and notes how far that is, in one
   * transaction: each is counted once, whoever dies when. How many it was; 0 where another process is at it.
   */
  count(limit: number, countryOf: PhoneNumbers['countryOf']): TE.TaskEither<StorageUnavailable, number>
  /** The usage of some days or hours. Hours are there for the two days before the account's newest entry. */
  days(query: DayUsageQuery): TE.TaskEither<StorageUnavailable, AsOf<DayUsageReading>>
}
