import { mayStillGo } from '../../domain/dispatch/next-step.js'
import { type EpochMs, SECOND_MS } from '../../domain/time/epoch-ms.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { ClaimedCall } from './claimed-call.js'

/** How old the facts of a call may be; calls within that time share one reading. */
export const STALE_MS = SECOND_MS

interface Reading {
  readonly begunAtMs: EpochMs
  readonly epoch: Promise<E.Either<StorageUnavailable, number>>
}

/**
 * Looks again whether a message that stood in line since it was claimed may still go where it was to go, so that a kill
 * switch stops also what is waiting here. While storage cannot tell, what the claim decided holds.
 */
export const recheckBeforeCall = (
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  catalogs: CatalogCache,
): ((call: ClaimedCall) => Promise<boolean>) => {
  let last: Reading | undefined

  const recentEpoch = (): Promise<E.Either<StorageUnavailable, number>> => {
    const nowMs = clock.nowMs()
    if (last === undefined || nowMs >= last.begunAtMs + STALE_MS)
      last = { begunAtMs: nowMs, epoch: storage.catalog.epoch()() }
    return last.epoch
  }

  return async ({ message, target }) => {
    const epoch = await recentEpoch()
    if (E.isLeft(epoch)) return true
    const prepared = await catalogs.get(message.appId, epoch.right)
    if (E.isLeft(prepared) || prepared.right === undefined) return true
    return mayStillGo(message, target.account, prepared.right, clock.nowMs())
  }
}
