import type { Timers } from '@postrider/core/kernel/ports/timers'

/** Something that is done again and again. */
export interface Loop {
  /** Ends the pause: the next turn comes at once, or after a short wait behind the one under way. */
  wake(): void
  /** No further turn; resolves when the one under way has ended. */
  stop(): Promise<void>
}

export interface LoopNeeds {
  readonly timers: Timers
  /** Does it once and says how long to pause before the next time; 0: not at all. */
  readonly turn: () => Promise<number>
  /** The pause after a turn during which somebody called: those who call often share a turn. */
  readonly debounceMs?: number | undefined
  /** What a turn threw: a bug, which ends the turn and not the loop. */
  readonly onBug: (cause: unknown) => void
}

const DEBOUNCE_MS = 5
const AFTER_BUG_MS = 1000

/** Starts a loop: the first turn at once, never two at a time. */
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
