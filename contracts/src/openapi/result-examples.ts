import type { OperationName } from '@postrider/core/assembly/registry'
import { endpointShape } from '@postrider/core/webhooks/operations/shapes'
import { eventExample } from '../events/event-types.js'
import { composeExample } from './compose-example.js'
import type { JsonObject } from './json.js'
import { REQUEST_EXAMPLES } from './request-examples.js'

/** An endpoint as it is after its creation with the example of that request. */
const CREATED = { ...composeExample(endpointShape), description: '', includeRecipient: false, types: null }

/** The endpoint after a change of its first version. */
const changed = (change: JsonObject = {}): JsonObject => ({ endpoint: { ...CREATED, version: 2, ...change } })

const { types = null, description = '' } = REQUEST_EXAMPLES.updateWebhookEndpoint ?? {}

/** Fields of results whose composed example contradicts the example of the request, or itself. */
export const RESULT_EXAMPLES: Partial<Record<OperationName, JsonObject>> = {
  createWebhookEndpoint: { endpoint: CREATED },
  updateWebhookEndpoint: changed({ types, description }),
  rotateWebhookSecret: changed(),
  disableWebhookEndpoint: changed({
    status: 'disabled',
    disabledBecause: 'person',
    disabledAt: '2026-11-21T08:30:00.000Z',
  }),
  enableWebhookEndpoint: changed(),
  deleteWebhookEndpoint: { endpoint: CREATED },
  getWebhookDelivery: {
    nextAttemptAt: null,
    event: JSON.parse(JSON.stringify(eventExample('message.delivered'))) as JsonObject,
  },
}
