import { greatestOf } from '../../kernel/numbers/extremes.js'
import { type RateLimits, RATE_POLICIES } from '../domain/rate-policy.js'
import { capacityOf } from '../domain/token-bucket.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { HOUR_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'

/** Buckets of those who come now and then stay: to write one anew costs more than to keep it. */
const LEAST_KEPT_MS = HOUR_MS

/** How long a bucket of any policy takes to fill. */
const longestFillMs = (limits: RateLimits): number =>
  greatestOf(
    RATE_POLICIES.map((policy) => (capacityOf(limits[policy]) / limits[policy].perSecond) * SECOND_MS),
  )

/**
 * Deletes at most so many buckets that nobody has taken from for an hour, or for as long as they need to fill: they
 * are full, and a bucket that is not there is full. Right: how many.
 */
export const purgeBuckets =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, limits: RateLimits) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.limits.purge(clock.nowMs() - Math.max(LEAST_KEPT_MS, longestFillMs(limits)), most)
