import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { ReceiptStorage } from '../../ports/receipt-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/** Long enough to investigate why a callback was unreadable (docs/api/delivery#delivery-reports). */
const KEPT_MS = 30 * DAY_MS

interface Needs {
  readonly storage: { readonly receipts: ReceiptStorage }
  readonly clock: Clock
}

/** Deletes at most `most` unreadable callbacks older than that. Right: the number deleted. */
export const purgeUnreadable =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.receipts.purgeUnreadable(clock.nowMs() - KEPT_MS, most)
