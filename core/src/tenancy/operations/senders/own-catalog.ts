import type { AppCatalog } from '../../../catalog/domain/app-catalog.js'
import type { CatalogStorage } from '../../../catalog/ports/catalog-storage.js'
import type { AppId, OrganizationId } from '../../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { E } from '../../../fp.js'

/** An app's catalog as of an epoch; undefined if the Organization has no such app. */
interface OwnCatalog {
  readonly epoch: number
  readonly catalog: AppCatalog | undefined
}

/** Reads the catalog of an Organization's app. */
export const ownCatalog = async (
  { storage }: { readonly storage: { readonly catalog: CatalogStorage } },
  organizationId: OrganizationId,
  appId: AppId,
): Promise<E.Either<StorageUnavailable, OwnCatalog>> => {
  const read = await storage.catalog.app(appId)()
  if (E.isLeft(read)) return read
  const catalog = read.right
  if (catalog === undefined)
    return E.map((epoch: number) => ({ epoch, catalog }))(await storage.catalog.epoch()())
  const isOwn = catalog.app.organizationId === organizationId
  return E.right({ epoch: catalog.epoch, catalog: isOwn ? catalog : undefined })
}
