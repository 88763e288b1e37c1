import type { PurgedKinds, RetainedFigures, RetainedKind } from '../domain/retention/retention.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Deletes rows by age. Ledger, usage and audit log are never deleted. */
export interface RetentionStorage {
  /**
   * Deletes rows of messages that were accepted before this moment, and reads at most `most` of them. Returns
   * how many it read; fewer than `most` means that the pass has ended. `messages`: those that are final,
   * closed, off the outbox and without an idempotency key, with their calls, parts, receipts and challenges.
   * `attempts`: the calls and parts of messages that are off the outbox. `search`: entries of the search by
   * recipient; all entries are read once a day.
   */
  purge(kind: RetainedKind, beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
  /** The moments before which rows may have been deleted. They never go back. */
  purgedBefore(): TE.TaskEither<StorageUnavailable, PurgedKinds>
  /**
   * The oldest row of each kind, and its growth estimated from the latest 10,000 rows. The cost doesn't grow
   * with the tables.
   */
  figures(nowMs: EpochMs): TE.TaskEither<StorageUnavailable, readonly RetainedFigures[]>
}
