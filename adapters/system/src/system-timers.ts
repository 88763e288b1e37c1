import type { Timers } from '@postrider/core/ports/timers'

/** Node's timers. They keep the process alive: their owner cancels them when it closes. */
export const systemTimers: Timers = {
  soon: (run) => {
    setImmediate(run)
  },
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
