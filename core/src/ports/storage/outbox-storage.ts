import type { Lane } from '../../domain/channels/lane.js'
import type { MessageId, OrganizationId } from '../../domain/ids/id.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A message somebody has to look at now. */
export interface DueMessage {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly lane: Lane
  /** How often it went to the queue before; 0 for a fresh one. */
  readonly publications: number
}

/**
 * The list of messages that still need something done: sent, asked about, or given up. A row is written with
 * its message and leaves with the outcome that ends the work; in between it always has a moment at which it is
 * due again. Thus retries, lost queue messages and dead dispatchers are all the same case (docs/decisions).
 */
export interface OutboxStorage {
  /**
   * Takes up to `limit` due messages of a lane, oldest first, and makes them due again at `againAtMs`: another
   * relay gets none of them before. Rows that another transaction holds are passed over, not waited for.
   */
  takeDue(
    lane: Lane,
    limit: number,
    nowMs: EpochMs,
    againAtMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly DueMessage[]>
  /** Makes messages due at a moment, where they are still listed: after a publication that failed. */
  makeDue(messageIds: readonly MessageId[], atMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** How many are listed, and since when the longest-waiting has been due without ever being published. */
  gauge(
    nowMs: EpochMs,
  ): TE.TaskEither<
    StorageUnavailable,
    { readonly listed: number; readonly oldestUnpublishedAtMs: EpochMs | undefined }
  >
}
