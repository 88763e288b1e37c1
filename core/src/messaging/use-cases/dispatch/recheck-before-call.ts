import { mayStillGo } from '../../domain/dispatch/next-step.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import type { ClaimedCall } from './claimed-call.js'

/** The maximum age of the facts for a call; calls within that time share one reading. */
export const STALE_MS = SECOND_MS

/**
 * Checks again whether a message that waited since its claim may still be sent to its account, so that a kill
 * switch also stops waiting messages. If storage is unavailable, the claim's decision is used.
 */
export const recheckBeforeCall =
  (
    { clock }: { readonly clock: Clock },
    { catalogs, changes }: Catalog,
  ): ((call: ClaimedCall) => Promise<boolean>) =>
  async ({ message, target }) => {
    const read = await changes.readLately(STALE_MS)
    if (E.isLeft(read)) return true
    const prepared = await catalogs.get(message.appId, changes.currentFrom(message.organizationId))
    if (E.isLeft(prepared) || prepared.right === undefined) return true
    return mayStillGo(message, target.account, prepared.right, clock.nowMs())
  }
