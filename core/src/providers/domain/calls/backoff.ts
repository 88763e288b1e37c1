import { MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

const SHORTEST_MS = SECOND_MS

/** The longest pause between two checks of a message that waits to be sent (docs/api/delivery#retries). */
export const LONGEST_MS = 5 * MINUTE_MS

/** The most provider calls for one message (docs/api/delivery#retries). */
export const MAX_ATTEMPTS = 12

/** How many attempts were made for a message, and how many of them didn't call a provider. */
export interface AttemptCount {
  readonly attempt: number
  readonly uncalled: number
}

/** Whether a provider may be called again for the message, after the current attempt. */
export const mayCallAgain = ({ attempt, uncalled }: AttemptCount): boolean =>
  attempt - uncalled < MAX_ATTEMPTS

/**
 * The wait after an attempt whose message was certainly not taken: exponential with full jitter, 1 s to 5 min
 * (docs/api/delivery#retries). `fraction` is random, 0 to 1. A longer wait that the provider asked for is
 * respected, up to the maximum.
 */
export const backoffMs = (attempt: number, fraction: number, retryAfterMs = 0): number => {
  const ceiling = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(attempt, 20))
  const waitMs = SHORTEST_MS + fraction * (ceiling - SHORTEST_MS)
  return Math.round(Math.min(LONGEST_MS, Math.max(waitMs, retryAfterMs)))
}
