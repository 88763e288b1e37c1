import type { Ports } from '../../assembly/ports.js'
import { type CatalogCache, catalogCache } from './catalog-cache.js'
import { type KnownChanges, knownChanges } from '../../tenancy/use-cases/known-changes.js'

/** The catalogs that a process has cached, and the changes that it knows of. */
export interface Catalog {
  readonly catalogs: CatalogCache
  readonly changes: KnownChanges
}

/** Creates an empty cache. */
export const emptyCatalog = (ports: Pick<Ports, 'storage' | 'clock'>): Catalog => ({
  catalogs: catalogCache(ports.storage),
  changes: knownChanges(ports),
})
