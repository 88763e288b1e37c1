import type { EpochMs } from '../time/epoch-ms.js'
import type { Clock } from '../ports/clock.js'

/**
 * Asks at most once in so long, and never twice at the same time: a caller meanwhile gets the last answer, or waits
 * for the one that is under way. An answer counts from when it was asked for.
 */
export const memoizeWithTtl = <A>(clock: Clock, ttlMs: number, ask: () => Promise<A>): (() => Promise<A>) => {
  let last: { readonly atMs: EpochMs; readonly answer: Promise<A> } | undefined
  let isUnderWay = false
  const begin = async (): Promise<A> => {
    isUnderWay = true
    try {
      return await ask()
    } finally {
      isUnderWay = false
    }
  }
  return () => {
    const nowMs = clock.nowMs()
    const ageMs = last === undefined ? Infinity : nowMs - last.atMs
    // Younger than now: from before the process took its time from the database.
    const isOld = ageMs >= ttlMs || ageMs < 0
    if (last === undefined || (isOld && !isUnderWay)) last = { atMs: nowMs, answer: begin() }
    return last.answer
  }
}
