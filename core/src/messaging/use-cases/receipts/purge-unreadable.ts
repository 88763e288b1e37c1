import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'

/** Long enough to investigate why a callback was unreadable (docs/contract#delivery-reports). */
const KEPT_MS = 30 * DAY_MS

/** Deletes at most `most` unreadable callbacks older than that. Right: the number deleted. */
export const purgeUnreadable =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.receipts.purgeUnreadable(clock.nowMs() - KEPT_MS, most)
