import { type Bucket, capacityOf, type RateLimit, refilled, takeFrom } from '../domain/token-bucket.js'
import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** How long a process may spend from a lease before the rest of it goes back. */
export const LEASE_LASTS_MS = SECOND_MS

/** The share of a full bucket that one process may hold: one part of this many. */
const GREATEST_PART = 8

/** A process's request to a bucket. */
export interface LeaseRequest {
  readonly limit: RateLimit
  /** The unused tokens of the last lease; they are returned first. */
  readonly givenBack: number
  /** The cost of each waiting request, in order; empty: the lease is renewed without a waiting request. */
  readonly costs: readonly number[]
  /** How many tokens the process would like in total, to continue without asking again. */
  readonly size: number
}

/** The result of a request to a bucket. */
export interface TokenLease {
  /** The bucket afterwards. */
  readonly bucket: Bucket
  /** Whether the bucket has changed, apart from the passing of time. */
  readonly isChanged: boolean
  /** Whether each of the costs was met. */
  readonly met: readonly boolean[]
  /** All tokens that were taken, and the surplus that may be spent later. */
  readonly taken: number
  readonly over: number
}

const withinPart = (limit: RateLimit, size: number): number =>
  Math.min(size, Math.floor(capacityOf(limit) / GREATEST_PART))

/**
 * The size to request after a lease is used up: twice its use if that took less than its lifetime, half if it
 * took longer, and at most an eighth of the bucket.
 */
export const nextLeaseSize = (limit: RateLimit, used: number, ageMs: number): number =>
  withinPart(limit, ageMs < LEASE_LASTS_MS ? used * 2 : Math.floor(used / 2))

/**
 * Requests more than is used in the lifetime of a lease, so that it is renewed by age and not because it is
 * used up.
 */
const MARGIN = 1.5

/** The least age of a lease for computing a rate of use. */
const LEAST_AGE_MS = LEASE_LASTS_MS / 4

/**
 * The size to hold after a renewal: the use in the lifetime of a lease with a margin, at most an eighth of
 * the bucket.
 */
export const renewalLeaseSize = (limit: RateLimit, used: number, ageMs: number): number =>
  withinPart(limit, Math.ceil((used * LEASE_LASTS_MS * MARGIN) / Math.max(ageMs, LEAST_AGE_MS)))

/**
 * Takes a lease. For each cost in order, takes all of it or nothing. Beyond the costs, takes the requested
 * size, but at most half of the rest, so that other processes get some too. If there are costs and none is
 * met, nothing is taken.
 */
export const leaseTokens = (
  before: Bucket | undefined,
  { limit, givenBack, costs, size }: LeaseRequest,
  nowMs: EpochMs,
): TokenLease => {
  const present = refilled(limit, before, nowMs)
  const whole = { ...present, tokens: Math.min(capacityOf(limit), present.tokens + givenBack) }
  let need = 0
  const met = costs.map((cost) => {
    const isMet = need + cost <= whole.tokens
    if (isMet) need += cost
    return isMet
  })
  const isRefused = costs.length > 0 && need === 0
  const spare = isRefused ? 0 : Math.floor((whole.tokens - need) / 2)
  const { bucket, taken } = takeFrom(whole, need, Math.min(Math.max(need, size), need + spare))
  return { bucket, isChanged: taken > 0 || givenBack > 0, met, taken, over: taken - need }
}
