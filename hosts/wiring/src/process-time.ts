import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemTimers } from '@postrider/node/system/system-timers'

/** The time of a process that has no database to go by. */
export const processTime = (): { readonly clock: Clock; readonly timers: Timers } => ({
  clock: createSystemClock(),
  timers: systemTimers,
})
