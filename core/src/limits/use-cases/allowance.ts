import type { RatePolicy } from '../domain/rate-policy.js'
import { type Bucket, capacityOf, type RateLimit, waitForMs } from '../domain/token-bucket.js'
import type { Outage } from '../../kernel/refusals/outage.js'

/**
 * A caller's status under a limit, for the headers `RateLimit-Policy` and `RateLimit`
 * (docs/api/limits#rate-limits).
 */
export interface RateStatus {
  readonly policy: RatePolicy
  /** The capacity of the bucket, in whole requests. */
  readonly quota: number
  /** How long an empty bucket takes to fill, in whole seconds. */
  readonly windowSeconds: number
  /** The tokens left, as far as this process knows, in whole requests. */
  readonly remaining: number
  /** How long until the bucket is full again, in whole seconds; 0: it is full. */
  readonly resetSeconds: number
}

/** Whether a request may be made now. */
export type Allowance =
  | { readonly _tag: 'Allowed'; readonly status: RateStatus }
  /** Not now: the same request may be made after this many milliseconds, at least one. */
  | { readonly _tag: 'Limited'; readonly status: RateStatus; readonly retryAfterMs: number }
  /** The limit can't be checked at the moment, and requests mustn't pass without it. */
  | { readonly _tag: 'Outage'; readonly outage: Outage }

interface Limit {
  readonly policy: RatePolicy
  readonly limit: RateLimit
}

/** The status of a limit whose bucket is this full. */
const statusOf = ({ policy, limit }: Limit, { tokens }: Bucket): RateStatus => {
  const capacity = capacityOf(limit)
  return {
    policy,
    quota: Math.floor(capacity),
    windowSeconds: Math.ceil(capacity / limit.perSecond),
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((capacity - tokens) / limit.perSecond),
  }
}

/** The request is allowed; `left` is the bucket after it. */
export const allowed = (of: Limit, left: Bucket): Allowance => ({
  _tag: 'Allowed',
  status: statusOf(of, left),
})

/** The request costs more than the bucket holds. */
export const limited = (of: Limit, left: Bucket, cost: number): Allowance => ({
  _tag: 'Limited',
  status: statusOf(of, left),
  retryAfterMs: Math.max(1, waitForMs(of.limit, left, cost)),
})
