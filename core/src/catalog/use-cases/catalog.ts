import type { Ports } from '../../assembly/ports.js'
import { type CatalogCache, catalogCache } from './catalog-cache.js'
import { type KnownChanges, knownChanges } from '../../tenancy/use-cases/known-changes.js'

/** What a process remembers of the catalog, and what it knows of its changes. */
export interface Catalog {
  readonly catalogs: CatalogCache
  readonly changes: KnownChanges
}

/** Remembers nothing yet. */
export const emptyCatalog = (ports: Pick<Ports, 'storage' | 'clock'>): Catalog => ({
  catalogs: catalogCache(ports.storage),
  changes: knownChanges(ports),
})
