import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Offsets } from '../../kernel/time/comparison.js'
import type { TE } from '../../fp.js'

/** The result of comparing the clocks. */
export interface ClockComparison {
  /** The offsets at this moment. */
  readonly latest: Offsets
  /** The offsets confirmed by this comparison and the previous one; for the first comparison, its own. */
  readonly lasting: Offsets
  /** Whether the process's time follows this reading of the database's clock. */
  readonly isFollowed: boolean
}

/**
 * Keeps the process's clock in step with the database's. Adapters: system; in tests, a fake.
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
  /**
   * Reads the database's time and adjusts the process's clock toward it; left: the database doesn't respond,
   * and nothing changes.
   */
  compare(): TE.TaskEither<StorageUnavailable, ClockComparison>
  /** The result of the last comparison; undefined before the first. It makes no query. */
  last(): ClockComparison | undefined
}
