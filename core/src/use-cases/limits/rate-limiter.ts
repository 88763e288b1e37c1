import type { RateLimits, RatePolicy } from '../../domain/limits/rate-policy.js'
import { capacityOf } from '../../domain/limits/token-bucket.js'
import { frame } from '../../domain/digests/digest.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { coalesce } from '../concurrency/coalesce.js'
import { recent } from '../catalog/recent.js'
import { type Allowance, allowed, limited } from './allowance.js'
import { isFresh, knownBucket, newLocalBucket, type LocalBucket, spendTokens } from './local-bucket.js'
import type { Portion } from './take-portion.js'
import { type BucketRequest, requestPortions } from './request-portions.js'

/** Keeps the rate limits of docs/contract#rate-limits, for all processes that share a database together. */
export interface RateLimiter {
  /**
   * Takes so many requests of a policy for a subject (a credential's or an app's identifier): all of them or none.
   * While storage is away `sends` and `reads` are let through, `otp` and `verifications` are not.
   */
  take(policy: RatePolicy, subject: string, cost: number): Promise<Allowance>
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'timers' | 'digests' | 'telemetry'>

interface UnderWay {
  readonly request: BucketRequest
  readonly done: Promise<E.Either<Outage, Portion>>
}

/** More than wait for a transaction, so that a bucket which is forgotten and remembered is in it only once. */
const SUBJECTS_REMEMBERED = 10_000
const REQUEST_LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 10_000 }
const KEY_DIGITS = 32

/** Sends, reads and operations fail without storage by themselves; but guessing at codes, and sending them, must stay slow. */
const OPEN_WITHOUT_STORAGE: ReadonlySet<RatePolicy> = new Set(['sends', 'reads', 'control', 'agent'])

/** The buckets that this process knows; those that were asked longest ago are forgotten first. */
const rememberBuckets = ({ digests }: Needs, limits: RateLimits) => {
  const bySubject = () => recent<string, LocalBucket>(SUBJECTS_REMEMBERED)
  const localBuckets = {
    sends: bySubject(),
    otp: bySubject(),
    verifications: bySubject(),
    reads: bySubject(),
    control: bySubject(),
    agent: bySubject(),
  }
  const make = (policy: RatePolicy, subject: string): LocalBucket => {
    const key = digests.sha256(frame(['rate-bucket-1', policy, subject])).slice(0, KEY_DIGITS)
    return newLocalBucket({ policy, limit: limits[policy], subject, key })
  }
  return {
    of: (policy: RatePolicy, subject: string): LocalBucket =>
      localBuckets[policy].get(subject) ?? make(policy, subject),
    keep: (local: LocalBucket): void => localBuckets[local.policy].set(local.subject, local),
  }
}

/** The requests that wait or are under way, at most one for each bucket. */
const openRequests = (needs: Needs, keep: (local: LocalBucket) => void) => {
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
    begin: (local: LocalBucket): UnderWay => {
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
 * from memory for at most a second: counting a request must cost far less than answering it. What all processes
 * together let through never exceeds the bucket, for what they hold has left it. Calls for a subject at the same time
 * share a request to its bucket, and requests to several buckets share a transaction.
 */
export const rateLimiter = (needs: Needs, limits: RateLimits): RateLimiter => {
  const { clock, telemetry } = needs
  const localBuckets = rememberBuckets(needs, limits)
  const requests = openRequests(needs, localBuckets.keep)

  const allow = (local: LocalBucket): Allowance => allowed(local, knownBucket(local, clock.nowMs()))

  const refuse = (local: LocalBucket, cost: number): Allowance => {
    telemetry.emit({ _tag: 'RateLimited', policy: local.policy })
    return limited(local, knownBucket(local, clock.nowMs()), cost)
  }

  const withoutStorage = (local: LocalBucket, outage: Outage): Allowance =>
    OPEN_WITHOUT_STORAGE.has(local.policy) ? allow(local) : { _tag: 'Outage', outage }

  const join = async (local: LocalBucket, { request, done }: UnderWay, cost: number): Promise<Allowance> => {
    const index = request.costs.push(cost) - 1
    const made = await done
    if (E.isLeft(made)) return withoutStorage(local, made.left)
    return made.right.met[index] === true ? allow(local) : refuse(local, cost)
  }

  const after = async (local: LocalBucket, { done }: UnderWay, cost: number): Promise<Allowance> => {
    const made = await done
    return E.isLeft(made) ? withoutStorage(local, made.left) : takeOf(local, cost)
  }

  const takeOf = (local: LocalBucket, cost: number): Promise<Allowance> => {
    const nowMs = clock.nowMs()
    if (spendTokens(local, cost, nowMs)) return Promise.resolve(allow(local))
    const underWay = requests.of(local)
    if (underWay?.request.isBegun === true) return after(local, underWay, cost)
    const isSurelyEmpty = isFresh(local, nowMs) && knownBucket(local, nowMs).tokens < cost
    if (isSurelyEmpty) return Promise.resolve(refuse(local, cost))
    return join(local, underWay ?? requests.begin(local), cost)
  }

  return {
    take: (policy, subject, cost) => {
      const local = localBuckets.of(policy, subject)
      return takeOf(local, Math.min(cost, capacityOf(local.limit)))
    },
  }
}
