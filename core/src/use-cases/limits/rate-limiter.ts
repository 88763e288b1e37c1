import type { RateLimits, RatePolicy } from '../../domain/limits/rate-policy.js'
import { capacityOf } from '../../domain/limits/token-bucket.js'
import { frame } from '../../domain/digests/digest.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { coalesce } from '../concurrency/coalesce.js'
import { recent } from '../catalog/recent.js'
import { type Allowance, allowed, limited } from './allowance.js'
import { isFresh, known, newShare, type Share, spend } from './share.js'
import type { Portion } from './take-portion.js'
import { type Visit, visitBuckets } from './visit-buckets.js'

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
  readonly visit: Visit
  readonly done: Promise<E.Either<Outage, Portion>>
}

/** More than wait for a transaction, so that a bucket which is forgotten and remembered is in it only once. */
const SUBJECTS_REMEMBERED = 10_000
const VISIT_LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 10_000 }
const KEY_DIGITS = 32

/** Sends, reads and operations fail without storage by themselves; but guessing at codes, and sending them, must stay slow. */
const OPEN_WITHOUT_STORAGE: ReadonlySet<RatePolicy> = new Set(['sends', 'reads', 'control', 'agent'])

/** The shares of this process; those whose buckets were visited longest ago are forgotten first. */
const rememberShares = ({ digests }: Needs, limits: RateLimits) => {
  const bySubject = () => recent<string, Share>(SUBJECTS_REMEMBERED)
  const shares = {
    sends: bySubject(),
    otp: bySubject(),
    verifications: bySubject(),
    reads: bySubject(),
    control: bySubject(),
    agent: bySubject(),
  }
  const make = (policy: RatePolicy, subject: string): Share => {
    const key = digests.sha256(frame(['rate-bucket-1', policy, subject])).slice(0, KEY_DIGITS)
    return newShare({ policy, limit: limits[policy], subject, key })
  }
  return {
    of: (policy: RatePolicy, subject: string): Share => shares[policy].get(subject) ?? make(policy, subject),
    keep: (share: Share): void => shares[share.policy].set(share.subject, share),
  }
}

/** The visits that are to be made or being made, at most one for each share. */
const makeVisits = (needs: Needs, keep: (share: Share) => void) => {
  const visits = coalesce({ ...VISIT_LIMITS, timers: needs.timers, run: visitBuckets(needs) })
  const underWay = new Map<Share, UnderWay>()

  const make = async (visit: Visit): Promise<E.Either<Outage, Portion>> => {
    try {
      const made = await visits.submit(visit)
      return E.isLeft(made) ? made : made.right
    } finally {
      underWay.delete(visit.share)
    }
  }

  return {
    of: (share: Share): UnderWay | undefined => underWay.get(share),
    begin: (share: Share): UnderWay => {
      keep(share)
      const visit = { share, costs: [], isBegun: false }
      const begun = { visit, done: make(visit) }
      underWay.set(share, begun)
      return begun
    },
  }
}

/**
 * Token buckets in the database, out of which each process takes portions that grow with their use, and spends them
 * from memory for at most a second: counting a request must cost far less than answering it. What all processes
 * together let through never exceeds the bucket, for what they hold has left it. Calls for a subject at the same time
 * share a visit to its bucket, and visits to several buckets share a transaction.
 */
export const rateLimiter = (needs: Needs, limits: RateLimits): RateLimiter => {
  const { clock, telemetry } = needs
  const shares = rememberShares(needs, limits)
  const visits = makeVisits(needs, shares.keep)

  const allow = (share: Share): Allowance => allowed(share, known(share, clock.nowMs()))

  const refuse = (share: Share, cost: number): Allowance => {
    telemetry.emit({ _tag: 'RateLimited', policy: share.policy })
    return limited(share, known(share, clock.nowMs()), cost)
  }

  const withoutStorage = (share: Share, outage: Outage): Allowance =>
    OPEN_WITHOUT_STORAGE.has(share.policy) ? allow(share) : { _tag: 'Outage', outage }

  const join = async (share: Share, { visit, done }: UnderWay, cost: number): Promise<Allowance> => {
    const place = visit.costs.push(cost) - 1
    const made = await done
    if (E.isLeft(made)) return withoutStorage(share, made.left)
    return made.right.met[place] === true ? allow(share) : refuse(share, cost)
  }

  const after = async (share: Share, { done }: UnderWay, cost: number): Promise<Allowance> => {
    const made = await done
    return E.isLeft(made) ? withoutStorage(share, made.left) : takeOf(share, cost)
  }

  const takeOf = (share: Share, cost: number): Promise<Allowance> => {
    const nowMs = clock.nowMs()
    if (spend(share, cost, nowMs)) return Promise.resolve(allow(share))
    const underWay = visits.of(share)
    if (underWay?.visit.isBegun === true) return after(share, underWay, cost)
    const isSurelyEmpty = isFresh(share, nowMs) && known(share, nowMs).tokens < cost
    if (isSurelyEmpty) return Promise.resolve(refuse(share, cost))
    return join(share, underWay ?? visits.begin(share), cost)
  }

  return {
    take: (policy, subject, cost) => {
      const share = shares.of(policy, subject)
      return takeOf(share, Math.min(cost, capacityOf(share.limit)))
    },
  }
}
