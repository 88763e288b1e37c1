import { type Bucket, capacityOf, type RateLimit, refilled, takeFrom } from '../domain/token-bucket.js'
import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** How long a process may spend from a lease before what is left of it goes back. */
export const LEASE_LASTS_MS = SECOND_MS

/** The part of a full bucket that one process holds at the most. */
const GREATEST_PART = 8

/** What one process asks of one bucket. */
export interface LeaseRequest {
  readonly limit: RateLimit
  /** What is left of the lease before; it goes back first. */
  readonly givenBack: number
  /** What those who wait need, each of them, in their order; empty: nobody waits, and the lease is renewed. */
  readonly costs: readonly number[]
  /** What the process would like to take in all, to go on without asking. */
  readonly size: number
}

/** What it gets. */
export interface TokenLease {
  /** The bucket afterwards. */
  readonly bucket: Bucket
  /** Whether the bucket is another than before, but for the time that has passed. */
  readonly isChanged: boolean
  /** Whether each of the costs was met. */
  readonly met: readonly boolean[]
  /** Everything that was taken, and what of it is over and may be spent later. */
  readonly taken: number
  readonly over: number
}

const withinPart = (limit: RateLimit, size: number): number =>
  Math.min(size, Math.floor(capacityOf(limit) / GREATEST_PART))

/**
 * How much to size for when a lease is used up: twice what was used of it if its time is not over yet, half if it is, and
 * never more than an eighth of the bucket.
 */
export const nextLeaseSize = (limit: RateLimit, used: number, ageMs: number): number =>
  withinPart(limit, ageMs < LEASE_LASTS_MS ? used * 2 : Math.floor(used / 2))

/** More than is used in the time of a lease, so that it is renewed by its time and not because it is used up. */
const MARGIN = 1.5

/** The least age that a rate of use is told from. */
const LEAST_AGE_MS = LEASE_LASTS_MS / 4

/**
 * How much to hold after a renewal: what is used in the time of a lease with a margin, and never more than an eighth of the
 * bucket.
 */
export const renewalLeaseSize = (limit: RateLimit, used: number, ageMs: number): number =>
  withinPart(limit, Math.ceil((used * LEASE_LASTS_MS * MARGIN) / Math.max(ageMs, LEAST_AGE_MS)))

/**
 * Takes a lease: for each cost in turn what it needs or nothing, and beyond the needs what is asked for, but no more
 * than half of what is then left, so that other processes find something too. If there are costs and none is met, nothing is
 * taken.
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
