import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** Long enough to find out why nobody understood it (docs/contract#delivery-reports). */
const KEPT_MS = 30 * DAY_MS

/** Deletes at most so many callbacks that nobody understood and that were kept long enough. Right: how many. */
export const purgeUnreadable =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.receipts.purgeUnreadable(clock.nowMs() - KEPT_MS, most)
