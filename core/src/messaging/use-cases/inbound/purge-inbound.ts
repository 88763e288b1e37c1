import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import type { TE } from '../../../fp.js'
import type { InboundStorage } from '../../ports/inbound-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/**
 * Inbound messages are personal data: they are kept only as long as replying needs
 * (docs/api/delivery#inbound-messages).
 */
const KEPT_MS = 90 * DAY_MS

interface Needs {
  readonly storage: { readonly inbound: InboundStorage }
  readonly clock: Clock
}

/**
 * Deletes at most `most` inbound messages older than 90 days, and as many vendors' template reports of that
 * age. Right: the number deleted.
 */
export const purgeInbound =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.inbound.purge(clock.nowMs() - KEPT_MS, most)
