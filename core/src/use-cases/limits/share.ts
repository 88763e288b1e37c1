import type { RatePolicy } from '../../domain/limits/rate-policy.js'
import { type Bucket, capacityOf, type RateLimit, refilled } from '../../domain/limits/token-bucket.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { nextWish, type Portion, PORTION_LASTS_MS, type PortionRequest } from './take-portion.js'

/** What this process holds of one bucket, and how it last saw it. */
export interface Share {
  readonly policy: RatePolicy
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

/** A share of a bucket that was not visited yet. */
export const newShare = (of: Pick<Share, 'policy' | 'limit' | 'subject' | 'key'>): Share => ({
  ...of,
  held: 0,
  lastTaken: 0,
  bucket: undefined,
  seenAtMs: 0,
})

/** Whether what is held may still be spent, and what was seen of the bucket believed. */
export const isFresh = ({ bucket, seenAtMs }: Share, nowMs: EpochMs): boolean =>
  bucket !== undefined && nowMs - seenAtMs < PORTION_LASTS_MS

/** Spends what is held, all of the cost or nothing; false: it takes a visit to the bucket. */
export const spend = (share: Share, cost: number, nowMs: EpochMs): boolean => {
  if (share.held < cost || !isFresh(share, nowMs)) return cost === 0
  share.held -= cost
  return true
}

/** The bucket and what is held together, as full as they can be by now: others may have taken since, none can add. */
export const known = ({ limit, bucket, held }: Share, nowMs: EpochMs): Bucket => {
  const { tokens, atMs } = refilled(limit, bucket, nowMs)
  return { tokens: Math.min(capacityOf(limit), tokens + held), atMs }
}

/** Puts what is held on its way back and says what to ask for; nothing is spent from memory until the answer. */
export const giveUp = (share: Share, costs: readonly number[], nowMs: EpochMs): PortionRequest => {
  const { limit, held, lastTaken, seenAtMs } = share
  share.held = 0
  return { limit, givenBack: held, costs, wish: nextWish(limit, lastTaken, nowMs - seenAtMs) }
}

/** Takes in what the visit brought. */
export const receive = (share: Share, { bucket, taken, over }: Portion, nowMs: EpochMs): void => {
  share.bucket = bucket
  share.seenAtMs = nowMs
  share.lastTaken = taken
  share.held = over
}
