import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** How many requests of one kind somebody may make (docs/contract#rate-limits). */
export interface RateLimit {
  readonly perSecond: number
  /** What a full bucket holds; undefined: four seconds' worth, at least 50. */
  readonly burst?: number
}

/** A bucket as it is kept: how full it was at a moment. */
export interface Bucket {
  readonly tokens: number
  readonly atMs: EpochMs
}

const SECONDS_HELD = 4
const LEAST_HELD = 50

/** What a full bucket holds: its burst, else four seconds' worth and at least 50 (docs/contract#rate-limits). */
export const capacityOf = ({ perSecond, burst }: RateLimit): number =>
  burst ?? Math.max(perSecond * SECONDS_HELD, LEAST_HELD)

/** How far ahead of a reader's time a bucket may have been left by another process whose time differs a little. */
const MOST_AHEAD_MS = SECOND_MS

/**
 * The bucket as it stands at a moment; a clock that went back fills nothing. A bucket from further ahead than a second
 * was left by a clock that was wrong: it goes on from now, or it would stay as empty until that time has come.
 */
export const refilled = (limit: RateLimit, bucket: Bucket | undefined, nowMs: EpochMs): Bucket => {
  if (bucket === undefined) return { tokens: capacityOf(limit), atMs: nowMs }
  const elapsedMs = Math.max(0, nowMs - bucket.atMs)
  const tokens = Math.min(capacityOf(limit), bucket.tokens + (elapsedMs * limit.perSecond) / SECOND_MS)
  return { tokens, atMs: bucket.atMs - nowMs > MOST_AHEAD_MS ? nowMs : Math.max(nowMs, bucket.atMs) }
}

/** How long until the bucket holds this many tokens, in milliseconds. */
export const waitForMs = (limit: RateLimit, bucket: Bucket, tokens: number): number =>
  Math.max(0, Math.ceil(((tokens - bucket.tokens) * SECOND_MS) / limit.perSecond))

/**
 * Takes from a bucket: what is needed or nothing, and of what is asked for beyond that as much as there is. `taken` is
 * 0 where the need is not met; nothing left the bucket then.
 */
export const takeFrom = (
  bucket: Bucket,
  need: number,
  wanted: number,
): { readonly bucket: Bucket; readonly taken: number } => {
  if (bucket.tokens < need) return { bucket, taken: 0 }
  const taken = Math.max(need, Math.min(wanted, Math.floor(bucket.tokens)))
  return { bucket: { ...bucket, tokens: bucket.tokens - taken }, taken }
}
