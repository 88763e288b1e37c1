import type { AppId, OrganizationId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { TenancyStorage } from '../../tenancy/ports/tenancy-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A list of an Organization, filtered by an app. */
interface Narrowed {
  readonly organizationId: OrganizationId
  readonly appId: AppId | undefined
}

/**
 * Returns the result unless the app doesn't belong to the Organization: then undefined, both for another
 * Organization's app and for an unknown one. Results for the app prove that it belongs to the Organization,
 * so it is looked up only if there are none. Apps are never removed, so this stays true later.
 */
export const verifyAppOwner =
  (
    { storage }: { readonly storage: { readonly tenancy: TenancyStorage } },
    { organizationId, appId }: Narrowed,
  ) =>
  async <A>(
    found: AsOf<A>,
    isEmpty: (value: A) => boolean,
  ): Promise<E.Either<Outage, AsOf<A | undefined>>> => {
    if (appId === undefined || !isEmpty(found.value)) return E.right(found)
    const tree = await storage.tenancy.tree([organizationId])()
    if (E.isLeft(tree)) return tree
    const isOwn = tree.right.value.apps.some((app) => app.appId === appId)
    const epoch = Math.max(found.epoch, tree.right.epoch)
    return E.right({ epoch, value: isOwn ? found.value : undefined })
  }
