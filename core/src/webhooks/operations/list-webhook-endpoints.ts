import { E } from '../../fp.js'
import { list } from '../../kernel/codecs/list.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { appId, organizationId } from '../../runner/domain/fields/tenancy.js'
import { knownIdIfNamed } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { verifyAppOwner } from '../../runner/use-cases/verify-app-owner.js'
import { ENDPOINTS_AGENTS_TOO } from './entry-parts.js'
import { endpointShape } from './shapes.js'
import { endpointView } from './views.js'

/** The Organization's endpoints, or one app's, newest first; NotFound for another Organization's app. */
export const listWebhookEndpointsEntry = entryOf('Webhooks', 'listWebhookEndpoints', {
  ...ENDPOINTS_AGENTS_TOO,
  summary: 'List webhook endpoints',
  description: 'Lists the endpoints of the Organization or of one app, without their secrets.',
  success: 'A page of webhook endpoints.',
  mutation: false,
  effect: 'reads',
  live: runAgain('act'),
  whileSuspended: true,
  controls: [],
  request: pageRequest({ organizationId }, { appId }),
  result: pageResult({ endpoints: list(endpointShape, { description: 'The endpoints on this page.' }) }),
})

export const listWebhookEndpoints = listing(listWebhookEndpointsEntry, {
  positions: byId('whe'),
  query: (call) => {
    const app = knownIdIfNamed('app', call.request.appId)
    if (E.isLeft(app)) return app
    return E.right({ organizationId: membershipOf(call).organization.organizationId, appId: app.right })
  },
  read: async (query, { position: before, readAhead: limit }, needs) => {
    const read = await needs.storage.webhooks.endpoints({ ...query, before, limit })()
    return E.isLeft(read) ? read : verifyAppOwner(needs, query)(read.right, ({ length }) => length === 0)
  },
  positionOf: ({ endpointId }) => endpointId,
  show: (found) => ({ endpoints: found.map(endpointView) }),
})
