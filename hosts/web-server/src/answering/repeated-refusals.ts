import { setTimeout as pause } from 'node:timers/promises'

/** How long a 429 is delayed on a connection whose last response was a 429 too. */
export const REPEATED_REFUSAL_MS = 200

/**
 * This many responses are delayed at once. Further ones are sent at once, so that delayed ones don't take up
 * the places of other requests.
 */
const MOST_WAITING = 512

/** Slows down clients that retry immediately after each 429 (docs/promises#repeated-refusals). */
export interface RepeatedRefusals {
  /** Resolves when the response may be sent; undefined if it may be sent at once. */
  beforeAnswer(connection: object, status: number): Promise<void> | undefined
}

/** Remembers the connections whose last response was a 429. */
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
