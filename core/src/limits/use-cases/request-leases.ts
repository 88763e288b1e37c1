import type { Bucket } from '../domain/token-bucket.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { LimitStorage } from '../ports/limit-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { EventSink } from '../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../kernel/telemetry/part-failed.js'
import { requestOf, receiveLease, returnTokens, type LocalBucket } from './local-bucket.js'
import { type TokenLease, leaseTokens } from './lease-tokens.js'

/** A request to a bucket, shared by concurrent calls. */
export interface BucketRequest {
  readonly local: LocalBucket
  /** The cost of each call; empty: the bucket is renewed ahead of need. */
  readonly costs: number[]
  /** Whether it is too late to join. */
  isBegun: boolean
}

/** The result of a request; `skipped`: another transaction holds the bucket. */
export type LeaseOutcome = E.Either<StorageUnavailable, TokenLease | 'skipped'>

interface Needs {
  readonly storage: { readonly limits: LimitStorage }
  readonly clock: Clock
  readonly telemetry: EventSink<PartFailed>
}

/**
 * Requests tokens from several buckets in one transaction: returns unneeded tokens and takes new leases. If
 * storage fails, the returned tokens are lost: it is unknown whether they arrived, and they must not be spent
 * twice.
 */
export const requestLeases =
  ({ storage, clock, telemetry }: Needs, locked: 'wait' | 'skip') =>
  async (bucketRequests: readonly BucketRequest[]): Promise<readonly LeaseOutcome[]> => {
    const nowMs = clock.nowMs()
    const requests = bucketRequests.map((asking) => {
      asking.isBegun = true
      return { key: asking.local.key, request: requestOf(asking.local, [...asking.costs], nowMs) }
    })
    const keys = requests.map(({ key }) => key)
    const decide = (buckets: ReadonlyMap<Digest, Bucket>, skipped?: ReadonlySet<Digest>) => {
      const changed = new Map<Digest, Bucket>()
      const result = requests.map(({ key, request }) => {
        if (skipped?.has(key) === true) return 'skipped'
        const lease = leaseTokens(buckets.get(key), request, nowMs)
        if (lease.isChanged) changed.set(key, lease.bucket)
        return lease
      })
      return { buckets: changed, result }
    }
    const taken = await storage.limits.take(keys, decide, locked)()
    if (E.isLeft(taken)) {
      telemetry.emit({ _tag: 'PartFailed', where: 'limits', cause: taken.left.cause })
      return bucketRequests.map(() => taken)
    }
    return bucketRequests.flatMap((asking, at) => {
      const lease = taken.right[at]
      if (lease === undefined) return []
      if (lease === 'skipped') {
        returnTokens(asking.local, requests[at]?.request.givenBack ?? 0)
        asking.isBegun = false
      } else receiveLease(asking.local, lease, nowMs)
      return E.right(lease)
    })
  }
