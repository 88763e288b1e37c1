/** How often the clock is read. */
const TICK_MS = 250

/**
 * A timer that fires this late means that the process paused: it was stopped, or something used all of its
 * time.
 */
const LATE_MS = 1_000

/**
 * For how long a pause counts as recent: timers that became due during it fire before data that arrived
 * meanwhile is read.
 */
const JUST_MS = 1_000

/** Detects pauses of the process, during which clients may have sent data that it hasn't read yet. */
export interface PauseObserver {
  justEnded(): boolean
  stop(): void
}

/** Watches for pauses until it is stopped. */
export const watchPauses = (): PauseObserver => {
  let lookedAtMs = performance.now()
  let endedAtMs = -Infinity
  const look = (): void => {
    const nowMs = performance.now()
    if (nowMs - lookedAtMs > TICK_MS + LATE_MS) endedAtMs = nowMs
    lookedAtMs = nowMs
  }
  const ticking = setInterval(look, TICK_MS).unref()
  return {
    justEnded: () => {
      look()
      return performance.now() - endedAtMs < JUST_MS
    },
    stop: () => clearInterval(ticking),
  }
}
