import type { EpochMs } from '../time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Clock } from '../ports/clock.js'

/** A value and when its reading started. */
export interface DatedReading<A> {
  readonly atMs: EpochMs
  readonly value: A
}

/**
 * Shares readings between callers. A value not older than `ageMs` is reused, and callers during a reading
 * wait for that same reading. A failed reading is returned to its waiting callers and isn't kept.
 */
export const sharedReading = <L, A>(
  clock: Clock,
  ageMs: number,
  read: () => Promise<E.Either<L, A>>,
): (() => Promise<E.Either<L, DatedReading<A>>>) => {
  let known: DatedReading<A> | undefined
  let underWay: Promise<E.Either<L, DatedReading<A>>> | undefined
  const begin = async () => {
    const atMs = clock.nowMs()
    try {
      const found = await read()
      if (E.isLeft(found)) return found
      known = { atMs, value: found.right }
      return E.right(known)
    } finally {
      underWay = undefined
    }
  }
  // The absolute difference: if the clock was set back, an old value must not look new.
  const isYoung = ({ atMs }: DatedReading<A>): boolean => Math.abs(clock.nowMs() - atMs) < ageMs
  return async () => {
    if (underWay !== undefined) return underWay
    if (known !== undefined && isYoung(known)) return E.right(known)
    underWay = begin()
    return underWay
  }
}
