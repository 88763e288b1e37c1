import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** The rate at which requests of one kind are allowed (docs/api/limits#rate-limits). */
export interface RateLimit {
  readonly perSecond: number
  /** The capacity of the bucket; undefined: four seconds' worth, at least 50. */
  readonly burst?: number
}

/** The stored state of a bucket: its tokens at a moment. */
export interface Bucket {
  readonly tokens: number
  readonly atMs: EpochMs
}

const SECONDS_HELD = 4
const LEAST_HELD = 50

/**
 * The capacity of a bucket: its burst, or four seconds' worth and at least 50 (docs/api/limits#rate-limits).
 */
export const capacityOf = ({ perSecond, burst }: RateLimit): number =>
  burst ?? Math.max(perSecond * SECONDS_HELD, LEAST_HELD)

/** How far in the future a bucket's time may be, because the clocks of processes differ a little. */
const MOST_AHEAD_MS = SECOND_MS

/**
 * The bucket refilled up to a moment; if the clock went back, nothing is added. A time more than a second in
 * the future comes from a wrong clock. The bucket then continues from now; otherwise it would stay empty
 * until that time.
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
 * Takes all of `need` or nothing, and beyond that as much of `wanted` as available. If the need isn't met,
 * `taken` is 0 and the bucket is unchanged.
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
