import { appOperations } from './operations.js'
import { listedAppView } from './views.js'
import { E } from '../../../fp.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'

/** The Organization's apps, newest first, with where they stand and what uses them. */
export const listApps = listing(appOperations.listApps, {
  positions: byId('app'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: (query, { position: before, readAhead: limit }, { storage }, { nowMs }) =>
    storage.tenancy.apps({ ...query, appId: undefined, before, limit, nowMs })(),
  positionOf: ({ app }) => app.appId,
  show: (found) => ({ apps: found.map(listedAppView) }),
})

/** One of them; NotFound for another's, and for none. */
export const getApp = reading(appOperations.getApp, {
  read: async (call, { storage }) => {
    const { organizationId } = membershipOf(call).organization
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const { nowMs } = call
    const query = { organizationId, appId: appId.right, before: undefined, limit: 1, nowMs }
    const read = await storage.tenancy.apps(query)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const [found] = value
    return found === undefined ? absent(epoch) : shown(epoch, { app: listedAppView(found) })
  },
})
