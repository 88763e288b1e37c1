import { E } from '../../fp.js'
import type { CatalogStorage } from '../../catalog/ports/catalog-storage.js'
import { shown } from './implementation.js'

/**
 * A result that doesn't come from storage, as of the current epoch, so that a caller who has signed out
 * meanwhile doesn't get it.
 */
export const atCurrentEpoch = async <A>(
  { storage }: { readonly storage: { readonly catalog: CatalogStorage } },
  result: A,
) => {
  const epoch = await storage.catalog.epoch()()
  return E.isLeft(epoch) ? epoch : shown(epoch.right, result)
}
