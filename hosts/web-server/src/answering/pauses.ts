/** How often the clock is looked at. */
const TICK_MS = 250

/** A process that was late by this much has paused: it was stopped, or something took all of its time. */
const LATE_MS = 1_000

/** For how long a pause counts as just ended: timers that became due during it fire before what came meanwhile is read. */
const JUST_MS = 1_000

/** Knows of pauses of the process, during which clients sent what nobody has read yet. */
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
