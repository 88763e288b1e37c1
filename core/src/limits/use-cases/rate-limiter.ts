import type { RateLimits, RatePolicy, RateSubject, RateLimited } from '../domain/rate-policy.js'
import { capacityOf } from '../domain/token-bucket.js'
import { frame } from '../../kernel/digests/digest.js'
import { E } from '../../fp.js'
import type { LimitStorage } from '../ports/limit-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Timers } from '../../kernel/ports/timers.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { EventSink } from '../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../kernel/telemetry/part-failed.js'
import { recent } from '../../kernel/caching/recent.js'
import { type Allowance, allowed, limited } from './allowance.js'
import { isSurelyShort, knownBucket, newLocalBucket, type LocalBucket, returnTokens } from './local-bucket.js'
import { sharedBuckets, type TokensTaken } from './shared-buckets.js'

/** Enforces the rate limits of docs/api/limits#rate-limits, across all processes that share a database. */
export interface RateLimiter {
  /**
   * Takes this many requests from each of these buckets, at least one bucket: all of them or none. The status
   * is that of the bucket with the fewest left, or of the one that has too few. While storage is unavailable,
   * only `otp` and `verifications` are refused.
   */
  take(subjects: readonly RateSubject[], cost: number): Promise<Allowance>
}

interface Needs {
  readonly storage: { readonly limits: LimitStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly telemetry: EventSink<PartFailed | RateLimited>
}

/** A bucket of a policy, as this process knows it. */
interface PolicyBucket extends LocalBucket {
  readonly policy: RatePolicy
}

/**
 * More than can wait for a transaction, so that a bucket that was dropped and created again is in a
 * transaction only once.
 */
const SUBJECTS_REMEMBERED = 10_000
const KEY_DIGITS = 32

/** Sends, reads and operations fail without storage anyway; but guessing and sending codes must stay slow. */
const OPEN_WITHOUT_STORAGE: ReadonlySet<RatePolicy> = new Set([
  'sends',
  'reads',
  'organization',
  'control',
  'agent',
])

/** The buckets that this process knows; those used longest ago are dropped first. */
const rememberBuckets = ({ digests }: Needs, limits: RateLimits) => {
  const bySubject = () => recent<string, PolicyBucket>(SUBJECTS_REMEMBERED)
  const localBuckets = {
    sends: bySubject(),
    otp: bySubject(),
    verifications: bySubject(),
    reads: bySubject(),
    organization: bySubject(),
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
    has: (local: PolicyBucket): boolean => localBuckets[local.policy].get(local.subject) === local,
  }
}

const leftOf = (allowance: Allowance): number =>
  allowance._tag === 'Outage' ? 0 : allowance.status.remaining

const withFewerLeft = (one: Allowance, other: Allowance): Allowance =>
  leftOf(other) < leftOf(one) ? other : one

/** Enforces the limits with token buckets that all processes share; see {@link sharedBuckets}. */
export const rateLimiter = (needs: Needs, limits: RateLimits): RateLimiter => {
  const { clock, telemetry } = needs
  const localBuckets = rememberBuckets(needs, limits)
  const buckets = sharedBuckets(needs, localBuckets)

  const costIn = (local: PolicyBucket, cost: number): number => Math.min(cost, capacityOf(local.limit))

  const refuse = (local: PolicyBucket, cost: number): Allowance => {
    telemetry.emit({ _tag: 'RateLimited', policy: local.policy })
    return limited(local, knownBucket(local, clock.nowMs()), costIn(local, cost))
  }

  const allow = (local: PolicyBucket): Allowance => allowed(local, knownBucket(local, clock.nowMs()))

  const judge = (local: PolicyBucket, taken: TokensTaken, cost: number): Allowance => {
    if (E.isRight(taken)) return taken.right === 'met' ? allow(local) : refuse(local, cost)
    return OPEN_WITHOUT_STORAGE.has(local.policy) ? allow(local) : { _tag: 'Outage', outage: taken.left }
  }

  /**
   * Takes from several buckets in one transaction. Tokens are returned if another bucket doesn't have enough.
   */
  const takeFromAll = async (locals: readonly PolicyBucket[], cost: number): Promise<Allowance> => {
    const nowMs = clock.nowMs()
    const short = locals.find((local) => isSurelyShort(local, costIn(local, cost), nowMs))
    if (short !== undefined) return refuse(short, cost)
    const takes = await Promise.all(
      locals.map(async (local) => ({ local, taken: await buckets.take(local, costIn(local, cost)) })),
    )
    const judged = takes.map(({ local, taken }) => judge(local, taken, cost))
    const refusal = judged.find(({ _tag }) => _tag !== 'Allowed')
    if (refusal === undefined) return judged.reduce(withFewerLeft)
    for (const { local, taken } of takes)
      if (E.isRight(taken) && taken.right === 'met') returnTokens(local, costIn(local, cost))
    return refusal
  }

  return {
    take: async (subjects, cost) => {
      const [first, ...others] = subjects.map(({ policy, subject }) => localBuckets.of(policy, subject))
      if (first === undefined) throw new Error('an allowance needs a bucket')
      if (others.length > 0) return takeFromAll([first, ...others], cost)
      return judge(first, await buckets.take(first, costIn(first, cost)), cost)
    },
  }
}
