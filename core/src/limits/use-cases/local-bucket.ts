import { type Bucket, capacityOf, type RateLimit, refilled } from '../domain/token-bucket.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import {
  nextLeaseSize,
  type TokenLease,
  LEASE_LASTS_MS,
  type LeaseRequest,
  renewalLeaseSize,
} from './lease-tokens.js'

/**
 * The tokens that this process holds from one bucket in the database, and the last known state of that
 * bucket.
 */
export interface LocalBucket {
  readonly limit: RateLimit
  readonly subject: string
  readonly key: Digest
  /** Taken and not spent yet. */
  held: number
  /** The number held when the last lease arrived. */
  heldAtFirst: number
  /** Spent since then, including the costs that the last lease was taken for. */
  used: number
  /** The bucket without the held tokens; undefined: never read. */
  bucket: Bucket | undefined
  seenAtMs: EpochMs
  /** No renewal is started before this moment. */
  renewAtMs: EpochMs
}

/** A bucket that wasn't read or used yet. */
export const newLocalBucket = (of: Pick<LocalBucket, 'limit' | 'subject' | 'key'>): LocalBucket => ({
  ...of,
  held: 0,
  heldAtFirst: 0,
  used: 0,
  bucket: undefined,
  seenAtMs: 0,
  renewAtMs: 0,
})

/** Whether held tokens may still be spent, and the known state of the bucket is still valid. */
export const isFresh = ({ bucket, seenAtMs }: LocalBucket, nowMs: EpochMs): boolean =>
  bucket !== undefined && nowMs - seenAtMs < LEASE_LASTS_MS

/** Spends held tokens, all of the cost or nothing; false: more must be taken from the bucket. */
export const spendTokens = (local: LocalBucket, cost: number, nowMs: EpochMs): boolean => {
  if (local.held < cost || !isFresh(local, nowMs)) return cost === 0
  local.held -= cost
  local.used += cost
  return true
}

/** A lease is renewed after four fifths of its lifetime, or when three quarters of it are spent. */
const RENEWED_AFTER_MS = 0.8 * LEASE_LASTS_MS
const RENEWED_BELOW = 0.25
/** Leases of this age are renewed together with others. */
const RENEWED_ALONG_AFTER_MS = 0.5 * LEASE_LASTS_MS

/** Whether a lease in use must be renewed now. */
export const isRenewalDue = (local: LocalBucket, nowMs: EpochMs): boolean =>
  nowMs >= local.renewAtMs &&
  (nowMs - local.seenAtMs >= RENEWED_AFTER_MS || local.held <= local.heldAtFirst * RENEWED_BELOW)

/** Whether a lease in use may be renewed in a transaction that others need anyway. */
export const isRenewedAlong = (local: LocalBucket, nowMs: EpochMs): boolean =>
  isFresh(local, nowMs) && (nowMs - local.seenAtMs >= RENEWED_ALONG_AFTER_MS || isRenewalDue(local, nowMs))

/** Returns tokens that were spent for a request that another limit refused. */
export const returnTokens = (local: LocalBucket, cost: number): void => {
  local.held += cost
}

/** Whether this process knows that the bucket has less than the cost. */
export const isSurelyShort = (local: LocalBucket, cost: number, nowMs: EpochMs): boolean =>
  isFresh(local, nowMs) && knownBucket(local, nowMs).tokens < cost

/**
 * The upper limit of the bucket's tokens, including the held ones: other processes may have taken tokens since
 * the last visit, but none can have added any.
 */
export const knownBucket = ({ limit, bucket, held }: LocalBucket, nowMs: EpochMs): Bucket => {
  const { tokens, atMs } = refilled(limit, bucket, nowMs)
  return { tokens: Math.min(capacityOf(limit), tokens + held), atMs }
}

/**
 * The request to the bucket. If requests wait, all held tokens are returned with it, and nothing is spent
 * from memory until the lease arrives. A renewal returns surplus tokens and asks for missing ones; the rest
 * can be spent meanwhile.
 */
export const requestOf = (local: LocalBucket, costs: readonly number[], nowMs: EpochMs): LeaseRequest => {
  const { limit, held, used, seenAtMs } = local
  const ageMs = nowMs - seenAtMs
  if (costs.length > 0) {
    local.held = 0
    return { limit, givenBack: held, costs, size: nextLeaseSize(limit, used, ageMs) }
  }
  const size = renewalLeaseSize(limit, used, ageMs)
  const givenBack = Math.max(0, Math.floor(held - size))
  local.held -= givenBack
  return { limit, givenBack, costs, size: Math.max(0, Math.ceil(size - held)) }
}

/** Stores the lease that a request returned. */
export const receiveLease = (
  local: LocalBucket,
  { bucket, taken, over }: TokenLease,
  nowMs: EpochMs,
): void => {
  local.bucket = bucket
  local.seenAtMs = nowMs
  local.held += over
  local.heldAtFirst = local.held
  local.used = taken - over
}
