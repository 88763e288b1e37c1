import { setTimeout as pause } from 'node:timers/promises'

/** How long a 429 waits on a connection whose last answer was a 429 too. */
export const REPEATED_REFUSAL_MS = 200

/** So many wait at once; a further one is answered at once, so that those that wait don't take the places of others. */
const MOST_WAITING = 512

/** Slows clients down that ask again at once after each 429 (docs/promises#repeated-refusals). */
export interface RepeatedRefusals {
  /** Resolves when the answer may be sent; undefined if it may be sent at once. */
  beforeAnswer(connection: object, status: number): Promise<void> | undefined
}

/** Remembers which connections were answered 429 last. */
export const createRepeatedRefusals = (isDraining: () => boolean): RepeatedRefusals => {
  const refused = new WeakSet<object>()
  let waiting = 0
  const wait = async (): Promise<void> => {
    waiting += 1
    await pause(REPEATED_REFUSAL_MS)
    waiting -= 1
  }
  return {
    beforeAnswer: (connection, status) => {
      if (status !== 429) {
        refused.delete(connection)
        return undefined
      }
      if (refused.has(connection) && waiting < MOST_WAITING && !isDraining()) return wait()
      refused.add(connection)
      return undefined
    },
  }
}
