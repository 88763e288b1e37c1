import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClassifiedError } from './driver.js'

/** How often each kind of error is answered with another attempt. */
const REPEATS: Readonly<Record<ClassifiedError['kind'], number>> = {
  again: 4,
  // The next attempt sees the key that was taken; one that still meets it has a row that is wrong.
  duplicate: 2,
  lost: 1,
  refused: 0,
  unavailable: 0,
}

/** No attempt begins later than this after the first: the caller has a deadline too (docs/promises#deadlocks). */
const RETRY_WITHIN_MS = 4_000

export interface RetryBudget {
  readonly sinceMs: number
  readonly seen: Map<ClassifiedError['kind'], number>
}

export const newRetryBudget = (): RetryBudget => ({ sinceMs: performance.now(), seen: new Map() })

/** Counts the error and says whether another attempt is right. */
export const mayRetry = ({ sinceMs, seen }: RetryBudget, { kind }: ClassifiedError): boolean => {
  const times = (seen.get(kind) ?? 0) + 1
  seen.set(kind, times)
  return times <= REPEATS[kind] && performance.now() - sinceMs < RETRY_WITHIN_MS
}

/** 5-50 ms at random, so that two that met do not meet again (docs/promises#deadlocks). */
export const pause = (): Promise<void> => sleep(randomInt(5, 51))
