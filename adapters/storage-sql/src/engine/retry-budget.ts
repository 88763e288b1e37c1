import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClassifiedError } from './driver.js'

/** How many further attempts each kind of error gets. */
const REPEATS: Readonly<Record<ClassifiedError['kind'], number>> = {
  // Another transaction came first, which can repeat on a busy row: only the time limit ends it.
  again: Infinity,
  // The next attempt sees the key that was taken; if it fails too, the row itself is invalid.
  duplicate: 2,
  lost: 1,
  moved: 6,
  refused: 0,
  unavailable: 0,
}

/**
 * No attempt starts later than this after the first, because the caller has a deadline too
 * (docs/promises#deadlocks). MySQL ends a wait of 3 s after up to 4 s, and a transaction that waits for a
 * hanging process needs a second one.
 */
const RETRY_WITHIN_MS = 5_000

export interface RetryBudget {
  readonly sinceMs: number
  readonly seen: Map<ClassifiedError['kind'], number>
}

export const newRetryBudget = (): RetryBudget => ({ sinceMs: performance.now(), seen: new Map() })

/** Counts the error and returns whether another attempt is allowed. */
export const mayRetry = ({ sinceMs, seen }: RetryBudget, { kind }: ClassifiedError): boolean => {
  const times = (seen.get(kind) ?? 0) + 1
  seen.set(kind, times)
  return times <= REPEATS[kind] && performance.now() - sinceMs < RETRY_WITHIN_MS
}

/** The first pauses are 5 to 50 ms, and each further one is twice as long, at most this. */
const LONGEST_PAUSE_MS = 400

/**
 * Waits with jitter, longer each time, so that two conflicting transactions don't conflict again
 * (docs/promises#deadlocks).
 */
export const pause = ({ seen }: RetryBudget): Promise<void> => {
  const attempts = [...seen.values()].reduce((sum, times) => sum + times, 0)
  const most = Math.min(50 * 2 ** Math.max(0, attempts - 2), LONGEST_PAUSE_MS)
  return sleep(randomInt(most / 10, most + 1))
}
