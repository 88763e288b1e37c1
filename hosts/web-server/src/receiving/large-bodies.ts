import { type Semaphore, semaphore } from '@postrider/core/kernel/batching/semaphore'

/**
 * A body of more bytes than this is large. Each further part of this size counts as one more call
 * (docs/api/limits#rate-limits).
 */
export const LARGE_BODY_BYTES = 64 * 1024

/** How long a large body waits for its turn, and how many of one credential wait. */
const WAIT_MS = 5_000
const MOST_WAITING = 8

/** The queue of large bodies of one credential. */
interface Line {
  readonly turn: Semaphore
  /** The number of bodies in the queue, including the current one. */
  bodies: number
}

/** Receives the large bodies of each credential one after another. */
export interface LargeBodies {
  /** Resolves with the function that ends the turn, once it is this body's turn; undefined if too many wait or it takes too long. */
  enter(credential: string): Promise<(() => void) | undefined>
  /** Works on a completely received large body while the process works on no other one. */
  oneAtATime<A>(work: () => Promise<A>): Promise<A>
}

/**
 * Lets one large body of each credential be received and processed at a time
 * (docs/promises#oversized-bodies). A few megabytes take tens of milliseconds, and other callers are served
 * in between.
 */
export const createLargeBodies = (waitMs: number = WAIT_MS): LargeBodies => {
  const lines = new Map<string, Line>()
  const desk = semaphore(1)

  const join = (credential: string): Line => {
    const line = lines.get(credential) ?? { turn: semaphore(1), bodies: 0 }
    lines.set(credential, line)
    line.bodies += 1
    return line
  }

  const waitFor = (turn: Semaphore): Promise<boolean> =>
    new Promise((resolve) => {
      const stopWaiting = turn.acquire(undefined, () => {
        clearTimeout(late)
        resolve(true)
      })
      const late = setTimeout(() => {
        stopWaiting()
        resolve(false)
      }, waitMs)
    })

  return {
    enter: async (credential) => {
      const line = join(credential)
      const leave = (): void => {
        line.bodies -= 1
        if (line.bodies === 0) lines.delete(credential)
      }
      const isFull = line.bodies > 1 + MOST_WAITING
      if (line.turn.tryAcquire() || (!isFull && (await waitFor(line.turn))))
        return () => {
          line.turn.release()
          leave()
        }
      leave()
      return undefined
    },
    oneAtATime: async (work) => {
      if (!desk.tryAcquire()) await new Promise<void>((resolve) => void desk.acquire(undefined, resolve))
      try {
        return await work()
      } finally {
        desk.release()
      }
    },
  }
}
