import type { Timers } from '@postrider/core/kernel/ports/timers'

/** A repeated task. */
export interface Loop {
  /** Ends the pause: the next turn starts at once, or after a short wait once the current one has ended. */
  wake(): void
  /** Starts no further turn; resolves when the one in progress has ended. */
  stop(): Promise<void>
}

export interface LoopNeeds {
  readonly timers: Timers
  /** Runs one turn and returns how long to pause before the next; 0 means no pause. */
  readonly turn: () => Promise<number>
  /** The pause after a turn during which `wake` was called, so that frequent calls share a turn. */
  readonly debounceMs?: number | undefined
  /** Gets the error that a turn threw: a bug, which ends the turn but not the loop. */
  readonly onBug: (cause: unknown) => void
}

const DEBOUNCE_MS = 5
const AFTER_BUG_MS = 1000

/** Starts a loop: the first turn starts at once, and turns never overlap. */
export const startLoop = ({ timers, turn, onBug, debounceMs = DEBOUNCE_MS }: LoopNeeds): Loop => {
  let isStopped = false
  let wasCalled = false
  let isDebouncing = false
  let cancelPause: (() => void) | undefined
  let running: Promise<void> | undefined

  const run = (): void => {
    cancelPause = undefined
    wasCalled = false
    running = turn()
      .catch((cause: unknown) => {
        onBug(cause)
        return AFTER_BUG_MS
      })
      .then((pauseMs) => {
        running = undefined
        if (isStopped) return
        isDebouncing = wasCalled
        const waitMs = wasCalled ? Math.min(pauseMs, debounceMs) : pauseMs
        if (waitMs <= 0) timers.soon(() => (isStopped ? undefined : run()))
        else cancelPause = timers.after(waitMs, run)
      })
  }
  run()
  return {
    wake: () => {
      wasCalled = true
      if (cancelPause === undefined || isDebouncing || isStopped) return
      cancelPause()
      run()
    },
    stop: async () => {
      isStopped = true
      cancelPause?.()
      cancelPause = undefined
      await running
    },
  }
}
