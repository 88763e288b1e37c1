import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemTimers } from '@postrider/node/system/system-timers'

/** The clock and timers of a process without a database. */
export const processTime = (): { readonly clock: Clock; readonly timers: Timers } => ({
  clock: createSystemClock(),
  timers: systemTimers,
})
