import type { RatePolicy } from '../../domain/limits/rate-policy.js'
import { type Bucket, capacityOf, type RateLimit, waitForMs } from '../../domain/limits/token-bucket.js'
import type { Outage } from '../../domain/refusals/outage.js'

/**
 * How a caller stands with a limit: what the headers `RateLimit-Policy` and `RateLimit` say
 * (docs/contract#rate-limits).
 */
export interface RateStanding {
  readonly policy: RatePolicy
  /** What a full bucket holds: whole requests. */
  readonly quota: number
  /** How long an empty bucket takes to fill, in whole seconds. */
  readonly windowSeconds: number
  /** What is left of it, as far as this process knows: whole requests. */
  readonly remaining: number
  /** How long it takes until the bucket is full again, in whole seconds; 0: it is. */
  readonly resetSeconds: number
}

/** Whether a request may be made now. */
export type Allowance =
  | { readonly _tag: 'Allowed'; readonly standing: RateStanding }
  /** Not now: the same request may be made after so many milliseconds, at least one. */
  | { readonly _tag: 'Limited'; readonly standing: RateStanding; readonly retryAfterMs: number }
  /** The limit cannot be kept at the moment, and it is one that must be. */
  | { readonly _tag: 'Outage'; readonly outage: Outage }

interface Limit {
  readonly policy: RatePolicy
  readonly limit: RateLimit
}

/** How somebody stands whose bucket is this full. */
const standingOf = ({ policy, limit }: Limit, { tokens }: Bucket): RateStanding => {
  const capacity = capacityOf(limit)
  return {
    policy,
    quota: Math.floor(capacity),
    windowSeconds: Math.ceil(capacity / limit.perSecond),
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((capacity - tokens) / limit.perSecond),
  }
}

/** The request may be made; the bucket is what is left after it. */
export const allowed = (of: Limit, left: Bucket): Allowance => ({
  _tag: 'Allowed',
  standing: standingOf(of, left),
})

/** The request costs more than the bucket holds. */
export const limited = (of: Limit, left: Bucket, cost: number): Allowance => ({
  _tag: 'Limited',
  standing: standingOf(of, left),
  retryAfterMs: Math.max(1, waitForMs(of.limit, left, cost)),
})
