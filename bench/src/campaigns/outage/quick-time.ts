import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { systemTimers } from '@postrider/node/system/system-timers'

/** Accelerated time of a process: its clock, and all its timers. */
export interface QuickTime {
  readonly times: number
  readonly clock: Clock
  readonly timers: Timers
  /** Waits for this accelerated time. */
  pause(ms: number): Promise<void>
}

export const quickTime = (times: number): QuickTime => {
  const beganMs = Date.now()
  const timers: Timers = {
    soon: systemTimers.soon,
    after: (delayMs, run) => systemTimers.after(delayMs / times, run),
  }
  return {
    times,
    clock: { nowMs: () => beganMs + Math.round((Date.now() - beganMs) * times) },
    timers,
    pause: (ms) => new Promise((resolve) => timers.after(ms, resolve)),
  }
}
