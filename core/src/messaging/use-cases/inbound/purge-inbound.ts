import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { DAY_MS, HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { InboundPartStorage } from '../../ports/inbound-part-storage.js'
import type { InboundStorage } from '../../ports/inbound-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/**
 * Inbound messages are personal data: they are kept only as long as replying needs
 * (docs/api/delivery#inbound-messages).
 */
const KEPT_MS = 90 * DAY_MS
/** Joined parts only serve to recognize repeats, which providers send within minutes. */
const PARTS_KEPT_MS = HOUR_MS

interface Needs {
  readonly storage: { readonly inbound: InboundStorage; readonly receipts: InboundPartStorage }
  readonly clock: Clock
}

/**
 * Deletes at most `most` inbound messages older than 90 days, as many vendors' template reports of that age, and
 * as many joined parts older than an hour. Right: the number deleted.
 */
export const purgeInbound =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
  async () => {
    const parts = await storage.receipts.purgeParts(clock.nowMs() - PARTS_KEPT_MS, most)()
    if (E.isLeft(parts)) return parts
    const others = await storage.inbound.purge(clock.nowMs() - KEPT_MS, most)()
    return E.map((count: number) => count + parts.right)(others)
  }
