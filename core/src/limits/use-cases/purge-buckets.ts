import { greatestOf } from '../../kernel/numbers/extremes.js'
import { type RateLimits, RATE_POLICIES } from '../domain/rate-policy.js'
import { capacityOf } from '../domain/token-bucket.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { HOUR_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { LimitStorage } from '../ports/limit-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'

/** Kept for occasional users: creating a bucket again costs more than keeping it. */
const LEAST_KEPT_MS = HOUR_MS

/** The longest time that a bucket of any policy takes to fill. */
const longestFillMs = (limits: RateLimits): number =>
  greatestOf(
    RATE_POLICIES.map((policy) => (capacityOf(limits[policy]) / limits[policy].perSecond) * SECOND_MS),
  )

interface Needs {
  readonly storage: { readonly limits: LimitStorage }
  readonly clock: Clock
}

/**
 * Deletes at most `most` buckets that were unused for an hour, or for as long as they take to fill: they are
 * full, and a missing bucket counts as full. Right: the number deleted.
 */
export const purgeBuckets =
  ({ storage, clock }: Needs, limits: RateLimits) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.limits.purge(clock.nowMs() - Math.max(LEAST_KEPT_MS, longestFillMs(limits)), most)
