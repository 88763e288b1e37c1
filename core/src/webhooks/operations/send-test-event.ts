import { E } from '../../fp.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { ENDPOINTS_AGENTS_TOO } from './entry-parts.js'
import { IS_DISABLED, ownedEndpoint } from './owned-endpoint.js'
import { endpointId, endpointShape } from './shapes.js'
import { endpointView } from './views.js'

/** Leaves a `webhook.test` event, which only this endpoint gets. Conflict for a disabled endpoint. */
export const sendTestEventEntry = entryOf('Webhooks', 'sendTestEvent', {
  ...ENDPOINTS_AGENTS_TOO,
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Adds an event of the type `webhook.test` to the events of the app. It is delivered to this endpoint only, in turn with its other events.',
  success: 'The event will be delivered. listWebhookDeliveries shows how.',
  mutation: true,
  effect: 'changes',
  refusals: ['Conflict', 'NotFound'],
  whileSuspended: false,
  controls: [],
  request: mutationRequest({ organizationId, endpointId }, {}),
  result: mutationResult({ endpoint: endpointShape }, {}),
})

export const sendTestEvent = mutation(sendTestEventEntry, {
  lock: 'shared',
  run: async (unit, call) => {
    const found = await ownedEndpoint(unit, call)
    if (E.isLeft(found)) return found
    const endpoint = found.right
    if (endpoint.disabledAtMs !== undefined) return IS_DISABLED
    const { organizationId: owner, appId, environment } = endpoint
    unit.events.leave({
      type: 'webhook.test',
      organizationId: owner,
      appId,
      environment,
      data: { endpointId: endpoint.endpointId },
    })
    return E.right({
      result: { endpoint: endpointView(endpoint) },
      about: { target: endpoint.endpointId, details: {} },
    })
  },
})
