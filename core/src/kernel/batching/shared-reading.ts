import type { EpochMs } from '../time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Clock } from '../ports/clock.js'

/** What was read, and when that was begun. */
export interface DatedReading<A> {
  readonly atMs: EpochMs
  readonly value: A
}

/**
 * Reads for everybody who asks: what was read not longer ago than `ageMs` is given to all, and whoever asks while it is read
 * waits for the same reading. One that failed is told to those who waited for it, and is not kept.
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
  // A clock that was set back makes nothing young again.
  const isYoung = ({ atMs }: DatedReading<A>): boolean => Math.abs(clock.nowMs() - atMs) < ageMs
  return async () => {
    if (underWay !== undefined) return underWay
    if (known !== undefined && isYoung(known)) return E.right(known)
    underWay = begin()
    return underWay
  }
}
