import type { Timers } from '@postrider/core/kernel/ports/timers'

/**
 * Node's timers. They keep the process alive: their owner cancels them when it closes. A process that stood still finds its
 * timers due before it has read anything, so what is later waits until that is done.
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
