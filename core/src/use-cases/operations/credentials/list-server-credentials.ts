import { credentialOperations } from '../../../domain/operations/credentials/operations.js'
import { credentialView } from '../../../domain/operations/credentials/views.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../running/known-id.js'
import { listing } from '../running/listing.js'
import { membershipOf } from '../running/membership-of.js'
import { ofOwnApp } from '../running/of-own-app.js'
import { byId } from '../running/positions.js'

/** The Organization's credentials, or one app's, newest first; NotFound for an app that is not its own. */
export const listServerCredentials = listing(credentialOperations.listServerCredentials, {
  positions: byId('crd'),
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    const appId = knownIdIfNamed('app', call.request.appId)
    return E.isLeft(appId) ? appId : E.right({ organizationId, appId: appId.right })
  },
  read: async (query, { position, readAhead }, needs) => {
    const { organizationId, appId } = query
    const read = await needs.storage.tenancy.credentials(organizationId, appId, position, readAhead)()
    return E.isLeft(read) ? read : ofOwnApp(needs, query)(read.right, ({ length }) => length === 0)
  },
  positionOf: ({ credential }) => credential.credentialId,
  show: (found, _read, { nowMs }) => ({
    credentials: found.map(({ credential, lastUsedAtMs }) => credentialView(credential, lastUsedAtMs, nowMs)),
  }),
})
