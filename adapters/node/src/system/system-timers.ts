import type { Timers } from '@postrider/core/kernel/ports/timers'

/**
 * Node's timers. They keep the process alive: their owner cancels them when it closes. After a pause of the
 * process, timers are due before it has read anything, so each callback runs only after pending reads.
 */
export const systemTimers: Timers = {
  soon: (run) => {
    setImmediate(run)
  },
  after: (delayMs, run) => {
    let reading: NodeJS.Immediate | undefined
    const timer = setTimeout(() => {
      reading = setImmediate(run)
    }, delayMs)
    return () => {
      clearTimeout(timer)
      clearImmediate(reading)
    }
  },
}
