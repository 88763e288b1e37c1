import type { TE } from '../../fp.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { RecentChanges } from '../domain/catalog-changes.js'

/** The changes of the catalog, each with the Organizations whose sending it concerns (docs/decisions/0078). */
export interface CatalogChangeStorage {
  /**
   * The changes since an epoch that was read earlier; none if no epoch is given. The cost depends only on the
   * number of changes.
   */
  changes(sinceEpoch: number | undefined): TE.TaskEither<StorageUnavailable, RecentChanges>
}
