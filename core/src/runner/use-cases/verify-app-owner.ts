import type { AppId, OrganizationId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A list of an Organization's, and the app to which a request narrows it. */
interface Narrowed {
  readonly organizationId: OrganizationId
  readonly appId: AppId | undefined
}

/**
 * What was found, unless the app to which it is narrowed is not the Organization's: then undefined, one answer for
 * another's app and for none. What was found of an app in the Organization shows whose it is; only where there is
 * nothing it is looked up. Apps never go, so that this is as true later.
 */
export const verifyAppOwner =
  ({ storage }: Pick<Ports, 'storage'>, { organizationId, appId }: Narrowed) =>
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
