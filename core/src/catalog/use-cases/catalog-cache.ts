import { compiledTemplates, type PreparedCatalog, prepareCatalog } from '../domain/prepared-catalog.js'
import type { AppId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { CatalogStorage } from '../ports/catalog-storage.js'
import { memoized } from '../../kernel/caching/memoized.js'
import { senderRulesWith } from '../../tenancy/domain/senders/sender-rules.js'
import { priceList } from '../../ledger/domain/pricing/choose-price.js'
import { epochCache } from '../../kernel/caching/epoch-cache.js'

/**
 * Caches the catalogs of apps. A cached catalog may be old: users compare its epoch with the one that their
 * transaction read, and ask for a newer one if they differ (docs/decisions/0018).
 */
export interface CatalogCache {
  /** The cached catalog, if it is of this epoch or a later one. */
  peek(appId: AppId, atLeastEpoch: number): PreparedCatalog | undefined
  /**
   * The app's catalog of this epoch or a later one; any epoch if none is given. Undefined: the app doesn't
   * exist.
   */
  get(appId: AppId, atLeastEpoch?: number): Promise<E.Either<StorageUnavailable, PreparedCatalog | undefined>>
}

const APPS_REMEMBERED = 10_000

/** A cache over the storage's catalog; concurrent requests for the same app load it once. */
export const catalogCache = (storage: { readonly catalog: CatalogStorage }): CatalogCache => {
  // Storages return unchanged templates and prices as the same objects.
  const preparation = {
    templates: memoized(compiledTemplates),
    prices: memoized(priceList),
    senderRules: memoized(senderRulesWith),
  }
  const { peek, since } = epochCache<AppId, StorageUnavailable, PreparedCatalog>({
    capacity: APPS_REMEMBERED,
    epochOf: ({ catalog }) => catalog.epoch,
    load: async (appId) => {
      const loaded = await storage.catalog.app(appId)()
      if (E.isLeft(loaded)) return loaded
      return E.right(loaded.right === undefined ? undefined : prepareCatalog(loaded.right, preparation))
    },
  })
  return { peek, get: (appId, atLeastEpoch = 0) => since(appId, atLeastEpoch) }
}
