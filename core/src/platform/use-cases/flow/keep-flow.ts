import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** How long the platform's minutes are kept, and all hours. */
const MINUTES_KEPT_MS = 14 * DAY_MS
const HOURS_KEPT_MS = 100 * DAY_MS

/** Counts at most `most` uncounted changes of the feed. Right: how many. */
export const rollUpFlow =
  ({ storage }: Pick<Ports, 'storage'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.flow.rollUp(most)

/** Deletes at most `most` steps after their retention. Right: the number deleted. */
export const purgeFlow =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> => {
    const nowMs = clock.nowMs()
    return storage.flow.purge(
      { minutesBeforeMs: nowMs - MINUTES_KEPT_MS, hoursBeforeMs: nowMs - HOURS_KEPT_MS },
      most,
    )
  }
