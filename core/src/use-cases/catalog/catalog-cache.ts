import { type PreparedCatalog, prepareCatalog } from '../../domain/catalog/prepared-catalog.js'
import type { AppId } from '../../domain/ids/id.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Storage } from '../../ports/storage/storage.js'
import { recent } from './recent.js'

/**
 * Remembers apps' catalogs. What it remembers may be old: whoever uses it compares the epoch with the one his
 * transaction read, and asks for a newer one if they differ (docs/decisions/0018).
 */
export interface CatalogCache {
  /** What is remembered, if it is of this epoch or a later one. */
  peek(appId: AppId, atLeastEpoch: number): PreparedCatalog | undefined
  /** The app's catalog of this epoch or a later one; any will do where none is named. Undefined: no such app. */
  get(appId: AppId, atLeastEpoch?: number): Promise<E.Either<StorageUnavailable, PreparedCatalog | undefined>>
}

const APPS_REMEMBERED = 10_000

/** Whether a loading that began before it was asked for will do: it may have read before the epoch that is wanted. */
const isOf = (epoch: number, loaded: Loaded): boolean =>
  E.isLeft(loaded) || (loaded.right !== undefined && loaded.right.catalog.epoch >= epoch)

type Loaded = E.Either<StorageUnavailable, PreparedCatalog | undefined>

/** A cache over the storage's catalog; requests for the same app at the same time load it once. */
export const catalogCache = (storage: Storage): CatalogCache => {
  const remembered = recent<AppId, PreparedCatalog>(APPS_REMEMBERED)
  const loading = new Map<AppId, Promise<Loaded>>()

  const load = async (appId: AppId): Promise<Loaded> => {
    const loaded = await storage.catalog.app(appId)()
    if (E.isLeft(loaded)) return loaded
    if (loaded.right === undefined) return E.right(undefined)
    const prepared = prepareCatalog(loaded.right)
    remembered.set(appId, prepared)
    return E.right(prepared)
  }

  const loadOnce = (appId: AppId): Promise<Loaded> => {
    const already = loading.get(appId)
    if (already !== undefined) return already
    const begun = load(appId).finally(() => loading.delete(appId))
    loading.set(appId, begun)
    return begun
  }

  const peek = (appId: AppId, atLeastEpoch: number): PreparedCatalog | undefined => {
    const known = remembered.get(appId)
    return known !== undefined && known.catalog.epoch >= atLeastEpoch ? known : undefined
  }

  return {
    peek,
    get: async (appId, atLeastEpoch = 0) => {
      const known = peek(appId, atLeastEpoch)
      if (known !== undefined) return E.right(known)
      const begunBefore = loading.get(appId)
      if (begunBefore === undefined) return loadOnce(appId)
      const loaded = await begunBefore
      return isOf(atLeastEpoch, loaded) ? loaded : loadOnce(appId)
    },
  }
}
