import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Offsets } from '../../kernel/time/comparison.js'
import type { TE } from '../../fp.js'

/** What came of comparing the clocks. */
export interface ClockComparison {
  /** As of this moment. */
  readonly latest: Offsets
  /** What this comparison and the one before agree on; the first one by itself. */
  readonly lasting: Offsets
  /** Whether the process's time follows the database's clock as it was read now. */
  readonly isFollowed: boolean
}

/**
 * Keeps the process's clock with the database's. Adapters: system; in tests whatever the test says.
 * @example
 * ```ts
 * import type { Storage } from '@postrider/core/assembly/storage'
 * import type { Timekeeping } from '@postrider/core/platform/ports/timekeeping'
 * import { createSystemClock } from '@postrider/node/system/system-clock'
 * import { createTimekeeping } from '@postrider/node/system/system-timekeeping'
 * import { systemTimers } from '@postrider/node/system/system-timers'
 *
 * const timekeepingBy = ({ health }: Storage): Timekeeping =>
 *   createTimekeeping({ clock: createSystemClock(), timers: systemTimers, askTime: () => health.time() })
 * ```
 */
export interface Timekeeping {
  /** Asks the database for its time and leads the process's there; left: it does not answer, and nothing changes. */
  compare(): TE.TaskEither<StorageUnavailable, ClockComparison>
  /** What the last comparison found; undefined while there was none. Costs nothing. */
  last(): ClockComparison | undefined
}
