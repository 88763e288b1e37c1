import type { AccountReport, ReportsFacts, ReportsPlan } from '../domain/calls/account-report.js'
import type { AccountFault } from '../domain/calls/account-fault.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A message that was lost to a fault of its account, and when that was reported. */
export interface LostMessage extends Pick<AccountFault, 'providerAccountId' | 'reason'> {
  readonly atMs: EpochMs
}

/**
 * The health of provider accounts, as reported by the processes that have them open
 * (docs/api/delivery#several-accounts).
 */
export interface AccountHealthStorage {
  /**
   * In one transaction, reads the reports, lets `decide` evaluate them and writes its plan. If the set of
   * accounts that can't send changes, it advances the catalog's epoch, so that catalogs get the new set. Two
   * concurrent calls may not see each other; the next call corrects that.
   */
  say(decide: (known: ReportsFacts) => ReportsPlan): TE.TaskEither<StorageUnavailable, void>
  /**
   * Records that messages were lost to faults of accounts, each with {@link withLostMessage} on the stored
   * fault of its account.
   */
  noteFaults(lost: readonly LostMessage[]): TE.TaskEither<StorageUnavailable, void>
  /** The last fault of each account that had one. */
  faults(): TE.TaskEither<StorageUnavailable, readonly AccountFault[]>
  /** All reports, including those of stopped processes. */
  reports(): TE.TaskEither<StorageUnavailable, AsOf<readonly AccountReport[]>>
}
