import { semaphore } from '@postrider/core/kernel/batching/semaphore'

/** The places of one session for submits without a response. */
export interface SessionWindow {
  /** The number of places in use. */
  taken(): number
  /**
   * Waits for a place: `serve` is called with true once there is one, or with false when the window closes.
   * The returned function stops waiting.
   */
  acquire(serve: (isGiven: boolean) => void): () => void
  release(): void
  /** Closes the window, and notifies waiting callers. */
  close(): void
}

export const createWindow = (size: number): SessionWindow => {
  const places = semaphore(size)
  const waiting = new Set<() => void>()
  let [taken, isClosed] = [0, false]
  return {
    taken: () => taken,
    acquire: (serve) => {
      if (isClosed) {
        serve(false)
        return () => undefined
      }
      let leave = (): void => undefined
      const stop = (): void => {
        waiting.delete(refuse)
        leave()
      }
      const refuse = (): void => {
        stop()
        serve(false)
      }
      waiting.add(refuse)
      leave = places.acquire(undefined, () => {
        waiting.delete(refuse)
        taken += 1
        serve(true)
      })
      return stop
    },
    release: () => {
      taken -= 1
      places.release()
    },
    close: () => {
      isClosed = true
      for (const refuse of waiting) refuse()
    },
  }
}
