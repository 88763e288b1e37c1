import type { RateLimits, RatePolicy } from '../../domain/limits/rate-policy.js'
import { capacityOf } from '../../domain/limits/token-bucket.js'
import { frame } from '../../domain/digests/digest.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { recent } from '../catalog/recent.js'
import { type Allowance, allowed, limited } from './allowance.js'
import { knownBucket, newLocalBucket, type LocalBucket } from './local-bucket.js'
import { sharedBuckets } from './shared-buckets.js'

/** Keeps the rate limits of docs/contract#rate-limits, for all processes that share a database together. */
export interface RateLimiter {
  /**
   * Takes so many requests of a policy for a subject (a credential's or an app's identifier): all of them or none.
   * While storage is away `sends` and `reads` are let through, `otp` and `verifications` are not.
   */
  take(policy: RatePolicy, subject: string, cost: number): Promise<Allowance>
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'timers' | 'digests' | 'telemetry'>

/** A bucket of a policy, as this process knows it. */
interface PolicyBucket extends LocalBucket {
  readonly policy: RatePolicy
}

/** More than wait for a transaction, so that a bucket which is forgotten and remembered is in it only once. */
const SUBJECTS_REMEMBERED = 10_000
const KEY_DIGITS = 32

/** Sends, reads and operations fail without storage by themselves; but guessing at codes, and sending them, must stay slow. */
const OPEN_WITHOUT_STORAGE: ReadonlySet<RatePolicy> = new Set(['sends', 'reads', 'control', 'agent'])

/** The buckets that this process knows; those that were asked longest ago are forgotten first. */
const rememberBuckets = ({ digests }: Needs, limits: RateLimits) => {
  const bySubject = () => recent<string, PolicyBucket>(SUBJECTS_REMEMBERED)
  const localBuckets = {
    sends: bySubject(),
    otp: bySubject(),
    verifications: bySubject(),
    reads: bySubject(),
    control: bySubject(),
    agent: bySubject(),
  }
  const make = (policy: RatePolicy, subject: string): PolicyBucket => {
    const key = digests.sha256(frame(['rate-bucket-1', policy, subject])).slice(0, KEY_DIGITS)
    return { ...newLocalBucket({ limit: limits[policy], subject, key }), policy }
  }
  return {
    of: (policy: RatePolicy, subject: string): PolicyBucket =>
      localBuckets[policy].get(subject) ?? make(policy, subject),
    keep: (local: PolicyBucket): void => localBuckets[local.policy].set(local.subject, local),
  }
}

/** Keeps the limits by token buckets that all processes share; see {@link sharedBuckets}. */
export const rateLimiter = (needs: Needs, limits: RateLimits): RateLimiter => {
  const { clock, telemetry } = needs
  const localBuckets = rememberBuckets(needs, limits)
  const buckets = sharedBuckets(needs, localBuckets.keep)

  const allow = (local: PolicyBucket): Allowance => allowed(local, knownBucket(local, clock.nowMs()))

  const refuse = (local: PolicyBucket, cost: number): Allowance => {
    telemetry.emit({ _tag: 'RateLimited', policy: local.policy })
    return limited(local, knownBucket(local, clock.nowMs()), cost)
  }

  const withoutStorage = (local: PolicyBucket, outage: Outage): Allowance =>
    OPEN_WITHOUT_STORAGE.has(local.policy) ? allow(local) : { _tag: 'Outage', outage }

  return {
    take: async (policy, subject, cost) => {
      const local = localBuckets.of(policy, subject)
      const all = Math.min(cost, capacityOf(local.limit))
      const taken = await buckets.take(local, all)
      if (E.isLeft(taken)) return withoutStorage(local, taken.left)
      return taken.right === 'met' ? allow(local) : refuse(local, all)
    },
  }
}
