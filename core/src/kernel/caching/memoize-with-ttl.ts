import type { EpochMs } from '../time/epoch-ms.js'
import type { Clock } from '../ports/clock.js'

/**
 * Calls `ask` at most once per `ttlMs`, and never twice at the same time. Meanwhile callers get the last
 * result, or wait for the call in progress. The age of a result counts from the start of its call.
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
    // A negative age: the result is from before the process took its time from the database.
    const isOld = ageMs >= ttlMs || ageMs < 0
    if (last === undefined || (isOld && !isUnderWay)) last = { atMs: nowMs, answer: begin() }
    return last.answer
  }
}
