import { setTimeout as sleep } from 'node:timers/promises'

/** Does the work for each in turn, with pauses. Returns the longest duration in milliseconds. */
export const longestOf = async <A>(
  all: readonly A[],
  pauseMs: number,
  work: (one: A) => Promise<unknown>,
): Promise<number> => {
  let longestMs = 0
  for (const one of all) {
    const startedMs = performance.now()
    await work(one)
    longestMs = Math.max(longestMs, performance.now() - startedMs)
    await sleep(pauseMs)
  }
  return longestMs
}
