import { credentialOperations } from './operations.js'
import { credentialView } from './views.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { verifyAppOwner } from '../../../runner/use-cases/verify-app-owner.js'
import { byId } from '../../../runner/use-cases/positions.js'

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
    return E.isLeft(read) ? read : verifyAppOwner(needs, query)(read.right, ({ length }) => length === 0)
  },
  positionOf: ({ credential }) => credential.credentialId,
  show: (found, _read, { nowMs }) => ({
    credentials: found.map(({ credential, lastUsedAtMs }) => credentialView(credential, lastUsedAtMs, nowMs)),
  }),
})
