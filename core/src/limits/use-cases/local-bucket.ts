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

/** What this process holds of one bucket in the database, and how it last saw it. */
export interface LocalBucket {
  readonly limit: RateLimit
  readonly subject: string
  readonly key: Digest
  /** Taken and not spent yet. */
  held: number
  /** What was held when the last lease came. */
  heldAtFirst: number
  /** Spent since then, what the last lease was taken for included. */
  used: number
  /** The bucket without what is held; undefined: never seen. */
  bucket: Bucket | undefined
  seenAtMs: EpochMs
  /** Before this moment no renewal is started. */
  renewAtMs: EpochMs
}

/** A bucket of which nothing was read or taken yet. */
export const newLocalBucket = (of: Pick<LocalBucket, 'limit' | 'subject' | 'key'>): LocalBucket => ({
  ...of,
  held: 0,
  heldAtFirst: 0,
  used: 0,
  bucket: undefined,
  seenAtMs: 0,
  renewAtMs: 0,
})

/** Whether what is held may still be spent, and what was seen of the bucket still counts. */
export const isFresh = ({ bucket, seenAtMs }: LocalBucket, nowMs: EpochMs): boolean =>
  bucket !== undefined && nowMs - seenAtMs < LEASE_LASTS_MS

/** Spends what is held, all of the cost or nothing; false: more has to be taken from the bucket. */
export const spendTokens = (local: LocalBucket, cost: number, nowMs: EpochMs): boolean => {
  if (local.held < cost || !isFresh(local, nowMs)) return cost === 0
  local.held -= cost
  local.used += cost
  return true
}

/** A lease is renewed when four fifths of its time are over, or three quarters of it are spent. */
const RENEWED_AFTER_MS = 0.8 * LEASE_LASTS_MS
const RENEWED_BELOW = 0.25
/** Leases this old are renewed along with others. */
const RENEWED_ALONG_AFTER_MS = 0.5 * LEASE_LASTS_MS

/** Whether a lease that is in use is to be renewed now. */
export const isRenewalDue = (local: LocalBucket, nowMs: EpochMs): boolean =>
  nowMs >= local.renewAtMs &&
  (nowMs - local.seenAtMs >= RENEWED_AFTER_MS || local.held <= local.heldAtFirst * RENEWED_BELOW)

/** Whether a lease that is in use may be renewed in a transaction that others need anyway. */
export const isRenewedAlong = (local: LocalBucket, nowMs: EpochMs): boolean =>
  isFresh(local, nowMs) && (nowMs - local.seenAtMs >= RENEWED_ALONG_AFTER_MS || isRenewalDue(local, nowMs))

/** Gives back tokens that were spent for a request that another limit refused. */
export const returnTokens = (local: LocalBucket, cost: number): void => {
  local.held += cost
}

/** Whether this process knows that the bucket has less than the cost. */
export const isSurelyShort = (local: LocalBucket, cost: number, nowMs: EpochMs): boolean =>
  isFresh(local, nowMs) && knownBucket(local, nowMs).tokens < cost

/** The bucket and what is held together, as full as they can be by now: others may have taken since, none can add. */
export const knownBucket = ({ limit, bucket, held }: LocalBucket, nowMs: EpochMs): Bucket => {
  const { tokens, atMs } = refilled(limit, bucket, nowMs)
  return { tokens: Math.min(capacityOf(limit), tokens + held), atMs }
}

/**
 * What to ask the bucket for. If requests wait, all that is held goes back with it, and nothing is spent from memory until the
 * lease comes. A renewal gives back what is more than the process needs and asks for what is missing; the rest can be spent
 * meanwhile.
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

/** Takes in the lease that the request brought. */
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
