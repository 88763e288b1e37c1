import type { Lane } from '../../kernel/messages/lane.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Job } from './queue.js'

/** A durable list of jobs in the database, used by the embedded queue. The storage adapter implements it. */
export interface JobTable {
  /** Writes jobs durably; an existing job isn't written again. */
  insert(jobs: readonly Job[], nowMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /**
   * Claims up to `limit` free jobs of a lane for `leaseMs`. Other callers don't get them during that time.
   */
  claim(
    lane: Lane,
    limit: number,
    nowMs: EpochMs,
    leaseMs: number,
  ): TE.TaskEither<StorageUnavailable, readonly MessageId[]>
  /** Makes jobs claimable again from `atMs` on. */
  release(messageIds: readonly MessageId[], atMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** Removes completed jobs. */
  remove(messageIds: readonly MessageId[]): TE.TaskEither<StorageUnavailable, void>
  /** The number of free jobs of a lane. */
  depth(lane: Lane, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, number>
}
