import { listedAppView } from './views.js'
import { E } from '../../../fp.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { APPS_READING, oneAppFields } from './entry-parts.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { listedAppShape } from './shapes.js'

/** Reads one app; NotFound for an unknown one or another Organization's. */
export const getAppEntry = entryOf('Apps', 'getApp', {
  ...APPS_READING,
  summary: 'Read an app',
  description: 'Returns the app with its status, restrictions and last use.',
  refusals: ['NotFound'],
  request: readRequest(oneAppFields, {}),
  result: readResult({ app: listedAppShape }, {}),
})

export const getApp = reading(getAppEntry, {
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
