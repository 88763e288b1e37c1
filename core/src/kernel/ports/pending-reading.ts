import type { TE } from '../../fp.js'
import type { StorageUnavailable } from '../refusals/outage.js'
import type { EpochMs } from '../time/epoch-ms.js'

/**
 * Reads up to `limit` pending reports that were received before the given time, oldest first, from a position
 * on.
 */
export type PendingReading<I, R> = (
  beforeMs: EpochMs,
  after: I | undefined,
  limit: number,
) => TE.TaskEither<StorageUnavailable, readonly R[]>
