import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { FlowStorage } from '../../ports/flow-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/** How long the platform's minutes are kept, and all hours. */
const MINUTES_KEPT_MS = 14 * DAY_MS
const HOURS_KEPT_MS = 100 * DAY_MS

interface Needs {
  readonly storage: { readonly flow: FlowStorage }
  readonly clock: Clock
}

/** Counts at most `most` uncounted changes of the feed. Right: how many. */
export const rollUpFlow =
  ({ storage }: Pick<Needs, 'storage'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.flow.rollUp(most)

/** Deletes at most `most` steps after their retention. Right: the number deleted. */
export const purgeFlow =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> => {
    const nowMs = clock.nowMs()
    return storage.flow.purge(
      { minutesBeforeMs: nowMs - MINUTES_KEPT_MS, hoursBeforeMs: nowMs - HOURS_KEPT_MS },
      most,
    )
  }
