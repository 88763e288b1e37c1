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
  /** Days or hours that start at this time or later. */
  readonly fromMs: EpochMs
  /** Days or hours that start before this time. */
  readonly toMs: EpochMs
  readonly appId: AppId | undefined
  /** The dimensions to break the usage down by, besides time. */
  readonly by: readonly UsageDimension[]
  /** The number of lines shown before. */
  readonly skip: number
  readonly limit: number
}

/** One reading of the usage. */
export interface DayUsageReading {
  /** Ordered by time, then by app, channel, country and template. */
  readonly days: readonly DayUsage[]
  /** Ledger entries of the account, for any day, that aren't counted yet. */
  readonly uncounted: number
}

/**
 * The sum of each day's ledger entries, by app, channel, country and template (docs/decisions/0063). It is
 * counted from the committed ledger, so that both agree to the minor unit.
 */
export interface UsageStorage {
  /**
   * Counts ledger entries that aren't counted yet, slightly more than `limit` at most, and stores its
   * progress in one transaction. So each entry is counted once, even after a crash. Returns the number
   * counted; 0 if another process is counting.
   */
  count(limit: number, countryOf: PhoneNumbers['countryOf']): TE.TaskEither<StorageUnavailable, number>
  /** The usage of some days or hours. Hours exist for the two days before the account's newest entry. */
  days(query: DayUsageQuery): TE.TaskEither<StorageUnavailable, AsOf<DayUsageReading>>
}
