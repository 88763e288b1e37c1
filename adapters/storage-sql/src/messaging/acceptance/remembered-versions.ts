import type { CatalogChanges, ChangeScope } from '@postrider/core/tenancy/domain/catalog-changes'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { recent } from '@postrider/core/kernel/caching/recent'

/** The catalog versions that transactions saw last. */
export interface RememberedVersions {
  /**
   * The versions of all these Organizations, and everyone's, at least as new as what was noticed; undefined if one of them has to be
   * read.
   */
  recall(organizations: readonly OrganizationId[], noticed: CatalogChanges): CatalogChanges | undefined
  /**
   * Stores the versions that a transaction saw. Versions only grow, so older ones from a slower transaction
   * are ignored.
   */
  keep(seen: CatalogChanges): void
}

/** Remembers up to that many versions; starts empty. */
export const rememberedVersions = (atMost: number): RememberedVersions => {
  const versions = recent<ChangeScope, number>(atMost)

  const raise = (scope: ChangeScope, epoch: number): void => {
    const known = versions.get(scope)
    if (known === undefined || known < epoch) versions.set(scope, epoch)
  }

  /**
   * Raises a cached version. A scope that was never read stays unknown: its version may be newer than what
   * was noticed.
   */
  const raiseKnown = (scope: ChangeScope, epoch: number): void => {
    if (versions.get(scope) !== undefined) raise(scope, epoch)
  }

  return {
    recall: (organizations, noticed) => {
      for (const [organizationId, epoch] of noticed.organizations) raiseKnown(organizationId, epoch)
      raiseKnown('everyone', noticed.everyone)
      const everyone = versions.get('everyone')
      const recalled = new Map<OrganizationId, number>()
      for (const organizationId of organizations) {
        const epoch = versions.get(organizationId)
        if (epoch !== undefined) recalled.set(organizationId, epoch)
      }
      const isWhole = everyone !== undefined && recalled.size === organizations.length
      return isWhole ? { everyone, organizations: recalled } : undefined
    },
    keep: ({ everyone, organizations }) => {
      raise('everyone', everyone)
      for (const [organizationId, epoch] of organizations) raise(organizationId, epoch)
    },
  }
}
