import { MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

const SHORTEST_MS = SECOND_MS

/** The longest pause between two looks at a message that waits to be sent (docs/contract#retries). */
export const LONGEST_MS = 5 * MINUTE_MS

/** How often a provider is called for one message at the most (docs/contract#retries). */
export const MAX_ATTEMPTS = 12

/** How often a message was about to be sent, and how often nobody was called after all. */
export interface AttemptCount {
  readonly attempt: number
  readonly uncalled: number
}

/** Whether a provider may be called for the message once more, after the attempt under way. */
export const mayCallAgain = ({ attempt, uncalled }: AttemptCount): boolean =>
  attempt - uncalled < MAX_ATTEMPTS

/**
 * How long to wait after an attempt that was certainly not taken: exponential with full jitter, 1 s to 5 min
 * (docs/contract#retries). `fraction` is chance, 0 to 1. What the provider asked for is kept, up to the longest.
 */
export const backoffMs = (attempt: number, fraction: number, retryAfterMs = 0): number => {
  const ceiling = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(attempt, 20))
  const waitMs = SHORTEST_MS + fraction * (ceiling - SHORTEST_MS)
  return Math.round(Math.min(LONGEST_MS, Math.max(waitMs, retryAfterMs)))
}
