import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trouble } from './driver.js'

/** How often each kind of trouble is answered with another attempt. */
const REPEATS: Readonly<Record<Trouble['kind'], number>> = {
  again: 4,
  // The next attempt sees the key that was taken; one that still meets it has a row that is wrong.
  duplicate: 2,
  lost: 1,
  refused: 0,
  unavailable: 0,
}

/** No attempt begins later than this after the first: the caller has a deadline too (docs/promises#deadlocks). */
const PATIENCE_MS = 4_000

export interface Patience {
  readonly sinceMs: number
  readonly seen: Map<Trouble['kind'], number>
}

export const newPatience = (): Patience => ({ sinceMs: performance.now(), seen: new Map() })

/** Counts the trouble and says whether another attempt is right. */
export const mayRepeat = ({ sinceMs, seen }: Patience, { kind }: Trouble): boolean => {
  const times = (seen.get(kind) ?? 0) + 1
  seen.set(kind, times)
  return times <= REPEATS[kind] && performance.now() - sinceMs < PATIENCE_MS
}

/** 5-50 ms at random, so that two that met do not meet again (docs/promises#deadlocks). */
export const pause = (): Promise<void> => sleep(randomInt(5, 51))
