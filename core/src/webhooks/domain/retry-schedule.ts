import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** The pauses after failed attempts (docs/api/webhooks#retries); after the last of them the event is given up. */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
]

/** A pause is longer by up to this share, so that events that failed together aren't retried together. */
const JITTER = 0.2

/** An endpoint can't postpone a retry by more than this with `Retry-After`. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS

/**
 * When an event is tried again after its attempt with this number, which starts at 1, failed; undefined: it is
 * given up. `fraction` is random, from 0 up to but not including 1. The endpoint's `Retry-After` can make the
 * pause longer, but not shorter. Without `givesUp`, the last pause repeats.
 */
export const nextAttemptMs = (
  attempt: number,
  nowMs: EpochMs,
  fraction: number,
  {
    retryAfterMs = 0,
    givesUp = true,
  }: Readonly<{ retryAfterMs?: number | undefined; givesUp?: boolean }> = {},
): EpochMs | undefined => {
  const pauseMs = PAUSES_MS[attempt - 1] ?? (givesUp ? undefined : PAUSES_MS.at(-1))
  if (pauseMs === undefined) return undefined
  return (
    nowMs +
    Math.max(Math.round(pauseMs * (1 + JITTER * fraction)), Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
  )
}
