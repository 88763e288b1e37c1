import { type Bucket, capacityOf, type RateLimit, refilled } from '../../domain/limits/token-bucket.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { nextWish, type Portion, PORTION_LASTS_MS, type PortionRequest } from './take-portion.js'

/** What this process holds of one bucket in the database, and how it last saw it. */
export interface LocalBucket {
  readonly limit: RateLimit
  readonly subject: string
  readonly key: Digest
  /** Taken and not spent yet. */
  held: number
  lastTaken: number
  /** The bucket without what is held; undefined: never seen. */
  bucket: Bucket | undefined
  seenAtMs: EpochMs
}

/** A bucket of which nothing was read or taken yet. */
export const newLocalBucket = (of: Pick<LocalBucket, 'limit' | 'subject' | 'key'>): LocalBucket => ({
  ...of,
  held: 0,
  lastTaken: 0,
  bucket: undefined,
  seenAtMs: 0,
})

/** Whether what is held may still be spent, and what was seen of the bucket still counts. */
export const isFresh = ({ bucket, seenAtMs }: LocalBucket, nowMs: EpochMs): boolean =>
  bucket !== undefined && nowMs - seenAtMs < PORTION_LASTS_MS

/** Spends what is held, all of the cost or nothing; false: more has to be taken from the bucket. */
export const spendTokens = (local: LocalBucket, cost: number, nowMs: EpochMs): boolean => {
  if (local.held < cost || !isFresh(local, nowMs)) return cost === 0
  local.held -= cost
  return true
}

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

/** Puts what is held on its way back and says what to ask for; nothing is spent from memory until the answer. */
export const requestOf = (local: LocalBucket, costs: readonly number[], nowMs: EpochMs): PortionRequest => {
  const { limit, held, lastTaken, seenAtMs } = local
  local.held = 0
  return { limit, givenBack: held, costs, wish: nextWish(limit, lastTaken, nowMs - seenAtMs) }
}

/** Takes in the portion that the request brought. */
export const receivePortion = (
  local: LocalBucket,
  { bucket, taken, over }: Portion,
  nowMs: EpochMs,
): void => {
  local.bucket = bucket
  local.seenAtMs = nowMs
  local.lastTaken = taken
  local.held += over
}
