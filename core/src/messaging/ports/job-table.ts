import type { Lane } from '../../kernel/messages/lane.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Job } from './queue.js'

/** A durable list of jobs in the database; what the embedded queue is built on. Implemented by the storage adapter. */
export interface JobTable {
  /** Writes jobs durably; a job that is there already stays once. */
  insert(jobs: readonly Job[], nowMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** Takes up to `limit` jobs of a lane that nobody holds, for `leaseMs`: nobody else gets them in that time. */
  claim(
    lane: Lane,
    limit: number,
    nowMs: EpochMs,
    leaseMs: number,
  ): TE.TaskEither<StorageUnavailable, readonly MessageId[]>
  /** Lets jobs be claimed again from `atMs` on. */
  release(messageIds: readonly MessageId[], atMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** Removes jobs that are done. */
  remove(messageIds: readonly MessageId[]): TE.TaskEither<StorageUnavailable, void>
  /** Jobs of a lane that nobody holds. */
  depth(lane: Lane, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, number>
}
