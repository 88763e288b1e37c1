import type { AppId, OrganizationId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Storage } from '../../ports/storage/storage.js'
import { changeNothing } from './change-nothing.js'

/** NotFound unless there is such an Organization and, where one is named, the app is its own: one answer for both. */
export const requireOrganization =
  (storage: Storage) =>
  (organizationId: OrganizationId, appId: AppId | undefined): TE.TaskEither<Refusal | Outage, void> =>
  async () => {
    const selection = { organizationIds: [organizationId], appIds: appId === undefined ? [] : [appId] }
    const found = await storage.catalog.change(selection, (records) =>
      changeNothing(
        records.organizations.has(organizationId) &&
          (appId === undefined || records.apps.get(appId)?.organizationId === organizationId),
      ),
    )()
    if (E.isLeft(found)) return found
    return found.right ? E.right(undefined) : E.left(refusal('NotFound'))
  }
