import type { CatalogStorage } from '../ports/catalog-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import { type CatalogCache, catalogCache } from './catalog-cache.js'
import { type KnownChanges, knownChanges } from '../../tenancy/use-cases/known-changes.js'

/** The catalogs that a process has cached, and the changes that it knows of. */
export interface Catalog {
  readonly catalogs: CatalogCache
  readonly changes: KnownChanges
}

interface Needs {
  readonly storage: { readonly catalog: CatalogStorage }
  readonly clock: Clock
}

/** Creates an empty cache. `readFacts` reads other facts that concern everyone, after each change of them. */
export const emptyCatalog = (ports: Needs, readFacts?: () => Promise<void>): Catalog => ({
  catalogs: catalogCache(ports.storage),
  changes: knownChanges(ports, readFacts),
})
