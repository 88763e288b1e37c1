import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { addressNotAllowed } from '../../../kernel/refusals/specific-refusals.js'
import type { App } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import type { Sending } from './pending-submission.js'

/**
 * Whether the caller's address may send for the app (docs/api/access#apps, `allowedIps`). Every address may
 * if the app names no ranges; none may if its list of ranges is empty. The app's own replies come from no address.
 */
export const mayComeFrom = (
  { ipAddresses }: { readonly ipAddresses: IpAddresses },
  caller: Sending,
  { restrictions: { allowedIps } }: App,
): boolean =>
  allowedIps === undefined ||
  caller._tag === 'AppItself' ||
  ipAddresses.isWithin(caller.clientAddress, allowedIps)

/**
 * Refuses a caller whose address isn't allowed for the app, as of now. It is for responses without the
 * transaction that would detect an outdated catalog.
 */
export const requireOrigin =
  (ports: { readonly ipAddresses: IpAddresses }, { catalogs, changes }: Catalog) =>
  async (caller: Server): Promise<E.Either<Refusal | Outage, void>> => {
    const read = await changes.read()
    if (E.isLeft(read)) return read
    const { appId, organizationId } = caller.credential
    const catalog = await catalogs.get(appId, changes.currentFrom(organizationId))
    if (E.isLeft(catalog)) return catalog
    const isRefused = catalog.right !== undefined && !mayComeFrom(ports, caller, catalog.right.catalog.app)
    return isRefused ? E.left(addressNotAllowed) : E.right(undefined)
  }
