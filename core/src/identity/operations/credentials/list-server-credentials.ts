import { credentialView } from './views.js'
import { E } from '../../../fp.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { verifyAppOwner } from '../../../runner/use-cases/verify-app-owner.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../domain/access/operation.js'
import { CREDENTIALS, CREDENTIALS_AGENTS_TOO } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { credentialShape } from './shapes.js'

/** The Organization's credentials, or one app's, newest first; NotFound for another Organization's app. */
export const listServerCredentialsEntry = entryOf('Credentials', 'listServerCredentials', {
  ...CREDENTIALS,
  ...CREDENTIALS_AGENTS_TOO,
  summary: 'List server credentials',
  description: 'Lists the credentials of the Organization, without their secrets.',
  success: 'A page of server credentials.',
  mutation: false,
  effect: 'reads',
  live: runAgain('act'),
  whileSuspended: true,
  request: pageRequest({ organizationId: organizationIdField }, { appId: appIdField }),
  result: pageResult({
    credentials: list(credentialShape, { description: 'The credentials on this page.' }),
  }),
})

export const listServerCredentials = listing(listServerCredentialsEntry, {
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
