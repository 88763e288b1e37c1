import type { Bucket } from '../../domain/limits/token-bucket.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { requestOf, receivePortion, type LocalBucket } from './local-bucket.js'
import { type Portion, takePortion } from './take-portion.js'

/** A request to a bucket that the calls of one time share. */
export interface BucketRequest {
  readonly local: LocalBucket
  /** What each of them needs. */
  readonly costs: number[]
  /** Whether it is too late to join. */
  isBegun: boolean
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'telemetry'>

/**
 * Asks buckets, each another one, in one transaction: what is held goes back, and new portions are taken. Where
 * storage is away, what was held is lost: whether it arrived cannot be known, and it must not be spent twice.
 */
export const requestPortions =
  ({ storage, clock, telemetry }: Needs) =>
  async (
    bucketRequests: readonly BucketRequest[],
  ): Promise<ReadonlyArray<E.Either<StorageUnavailable, Portion>>> => {
    const nowMs = clock.nowMs()
    const requests = bucketRequests.map((asking) => {
      asking.isBegun = true
      return { key: asking.local.key, request: requestOf(asking.local, [...asking.costs], nowMs) }
    })
    const keys = requests.map(({ key }) => key)
    const taken = await storage.limits.take(keys, (buckets) => {
      const changed = new Map<Digest, Bucket>()
      const result = requests.map(({ key, request }) => {
        const portion = takePortion(buckets.get(key), request, nowMs)
        if (portion.isChanged) changed.set(key, portion.bucket)
        return portion
      })
      return { buckets: changed, result }
    })()
    if (E.isLeft(taken)) {
      telemetry.emit({ _tag: 'PartFailed', where: 'limits', cause: taken.left.cause })
      return bucketRequests.map(() => taken)
    }
    return bucketRequests.flatMap(({ local }, at) => {
      const portion = taken.right[at]
      if (portion === undefined) return []
      receivePortion(local, portion, nowMs)
      return E.right(portion)
    })
  }
