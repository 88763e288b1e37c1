import type { Outage } from '../../domain/refusals/outage.js'
import type { AppId, MessageId } from '../../domain/ids/id.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import { type Assignment, type Assignments, assign } from './assign.js'

/** How often a claim goes back for catalogs that are not at hand. */
const ROUNDS = 3

type Claimed = E.Either<Outage, Assignments>

/**
 * Claims messages as of the present catalog: what may no longer be sent is not (reliability D-5). Apps that are met
 * for the first time are loaded, and their messages claimed in another round.
 */
export const claimJobs = ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, catalogs: CatalogCache) => {
  const claimOnce = async (messageIds: readonly MessageId[]): Promise<Claimed> => {
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const catalogOf = (appId: AppId) => catalogs.peek(appId, epoch.right)
    return storage.dispatch.claim(messageIds, (held, dead) =>
      assign(messageIds, held, dead, catalogOf, clock.nowMs()),
    )()
  }

  const load = async (appIds: ReadonlySet<AppId>): Promise<E.Either<Outage, void>> => {
    const loaded = await Promise.all([...appIds].map((appId) => catalogs.get(appId, Number.MAX_SAFE_INTEGER)))
    return loaded.find(E.isLeft) ?? E.right(undefined)
  }

  return async (messageIds: readonly MessageId[]): Promise<Claimed> => {
    const settled = new Map<MessageId, Assignment>()
    let left = messageIds
    for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
      const claimed = await claimOnce(left)
      if (E.isLeft(claimed)) return claimed
      for (const [messageId, assignment] of claimed.right) settled.set(messageId, assignment)
      const needed = [...claimed.right].flatMap(([, one]) =>
        one._tag === 'CatalogNeeded' ? [one.appId] : [],
      )
      left = [...claimed.right].flatMap(([messageId, one]) =>
        one._tag === 'CatalogNeeded' ? [messageId] : [],
      )
      const loaded = await load(new Set(needed))
      if (E.isLeft(loaded)) return loaded
    }
    return E.right(settled)
  }
}
