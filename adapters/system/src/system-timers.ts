import type { Timers } from '@postrider/core/ports/timers'

/** Node's timers. They keep the process alive: whoever starts one takes it back when it closes. */
export const systemTimers: Timers = {
  soon: (run) => {
    setImmediate(run)
  },
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
