import type { PurgedKinds, RetainedFigures, RetainedKind } from '../../domain/retention/retention.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Deletes what was kept long enough. Ledger, usage and audit log are never deleted. */
export interface RetentionStorage {
  /**
   * Deletes rows of messages that were accepted before the moment, looking at no more than so many. Right: how many it looked at; fewer than
   * asked for: there is no more for now. `messages`: those that are final, closed, on no list and without an idempotency key, with their
   * calls, parts, receipts and challenges. `attempts`: the calls and parts of messages that are on no list. `search`: entries by which messages to a
   * recipient are found; all entries are looked at once a day.
   */
  purge(kind: RetainedKind, beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
  /** Before which moments rows may have been deleted. Never goes back. */
  purgedBefore(): TE.TaskEither<StorageUnavailable, PurgedKinds>
  /** The oldest row of each kind, and its growth by the latest 10,000 rows. Costs the same whatever is stored. */
  figures(nowMs: EpochMs): TE.TaskEither<StorageUnavailable, readonly RetainedFigures[]>
}
