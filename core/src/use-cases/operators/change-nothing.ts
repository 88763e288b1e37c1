import type { CatalogChange } from '../../ports/storage/catalog-storage.js'

/** A change of the catalog that only looks. */
export const changeNothing = <A>(result: A): CatalogChange<A> => ({
  records: {},
  unblockedDestinations: [],
  audit: [],
  result,
})
