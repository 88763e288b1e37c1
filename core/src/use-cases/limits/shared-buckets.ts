import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { coalesce } from '../concurrency/coalesce.js'
import { isSurelyShort, type LocalBucket, spendTokens } from './local-bucket.js'
import { type BucketRequest, requestPortions } from './request-portions.js'
import type { Portion } from './take-portion.js'

/** Whether all of the tokens that were asked for were there, or none was taken; left: nobody can tell. */
export type TokensTaken = E.Either<Outage, 'met' | 'short'>

/** Buckets in the database that all processes take tokens from. */
export interface SharedBuckets<B extends LocalBucket> {
  /** Takes so many tokens, no more than a full bucket holds: all of them or none. */
  take(local: B, cost: number): Promise<TokensTaken>
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry'>

interface UnderWay {
  readonly request: BucketRequest
  readonly done: Promise<E.Either<Outage, Portion>>
}

const REQUEST_LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 10_000 }

const MET: TokensTaken = E.right('met')
const SHORT: TokensTaken = E.right('short')

/** The requests that wait or are under way, at most one for each bucket. */
const openRequests = <B extends LocalBucket>(needs: Needs, keep: (local: B) => void) => {
  const requests = coalesce({ ...REQUEST_LIMITS, timers: needs.timers, run: requestPortions(needs) })
  const underWay = new Map<LocalBucket, UnderWay>()

  const make = async (request: BucketRequest): Promise<E.Either<Outage, Portion>> => {
    try {
      const made = await requests.submit(request)
      return E.isLeft(made) ? made : made.right
    } finally {
      underWay.delete(request.local)
    }
  }

  return {
    of: (local: LocalBucket): UnderWay | undefined => underWay.get(local),
    begin: (local: B): UnderWay => {
      keep(local)
      const request = { local, costs: [], isBegun: false }
      const begun = { request, done: make(request) }
      underWay.set(local, begun)
      return begun
    },
  }
}

/**
 * Token buckets in the database, out of which each process takes portions that grow with their use, and spends them
 * from memory for at most a second: counting must cost far less than what is counted. What all processes together let
 * through never exceeds the bucket, for what they hold has left it. Calls for a bucket at the same time share a request
 * to it, and requests to several buckets share a transaction. `keep`: the bucket is held from now on.
 */
export const sharedBuckets = <B extends LocalBucket>(
  needs: Needs,
  keep: (local: B) => void,
): SharedBuckets<B> => {
  const { clock } = needs
  const requests = openRequests(needs, keep)

  const join = async ({ request, done }: UnderWay, cost: number): Promise<TokensTaken> => {
    const index = request.costs.push(cost) - 1
    const made = await done
    if (E.isLeft(made)) return made
    return made.right.met[index] === true ? MET : SHORT
  }

  const take = (local: B, cost: number): Promise<TokensTaken> => {
    const nowMs = clock.nowMs()
    if (spendTokens(local, cost, nowMs)) return Promise.resolve(MET)
    const underWay = requests.of(local)
    if (underWay?.request.isBegun === true) return after(local, underWay, cost)
    if (isSurelyShort(local, cost, nowMs)) return Promise.resolve(SHORT)
    return join(underWay ?? requests.begin(local), cost)
  }

  const after = async (local: B, { done }: UnderWay, cost: number): Promise<TokensTaken> => {
    const made = await done
    return E.isLeft(made) ? made : take(local, cost)
  }

  return { take }
}
