import { E } from '../../fp.js'
import { anyObject } from '../../kernel/codecs/any-object.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { eventBody } from '../../events/domain/event-body.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { absent, type OperationNeeds, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { deliveryState, DELIVERY_STATES } from '../domain/delivery-state.js'
import type { StoredDelivery } from '../ports/webhook-storage.js'
import { deliveryAttemptShape, deliveryAttemptView } from './attempts.js'
import { ENDPOINTS } from './entry-parts.js'
import { endpointId, sequence } from './shapes.js'

/** The attempts that a response has. */
const MOST_ATTEMPTS = 50

/** An event at an endpoint; NotFound for another Organization's endpoint. */
export const getWebhookDeliveryEntry = entryOf('Webhooks', 'getWebhookDelivery', {
  ...ENDPOINTS,
  summary: 'Read how an event was delivered to a webhook endpoint',
  description: 'Returns the event, whether the endpoint has it, and the newest 50 attempts.',
  success: 'The delivery of the event to this endpoint.',
  mutation: false,
  effect: 'reads',
  refusals: ['NotFound'],
  whileSuspended: true,
  controls: [],
  noScreen: 'The website lists the attempts of an endpoint.',
  request: readRequest({ organizationId, endpointId, sequence }, {}),
  result: readResult(
    {
      sequence,
      state: literalUnion(DELIVERY_STATES, {
        description:
          '`delivered`: the endpoint has it. `pending`: it will be tried, or tried again, once the endpoint is active. `failed`: it was given up, and can be replayed. `skipped`: the endpoint did not want it. `unknown`: the event does not exist or is deleted.',
      }),
      nextAttemptAt: nullable(timestamp('Time of the next attempt; null if none is scheduled.')),
      event: nullable(
        anyObject({
          maxProperties: 64,
          description: 'The event without its recipient; null if it is deleted.',
        }),
      ),
      attempts: list(deliveryAttemptShape, { description: 'The newest attempts, newest first.' }),
    },
    {},
  ),
})

/** The event's body without its recipient, also for endpoints that get it. */
const bodyOf = async ({ storage }: OperationNeeds, { event }: StoredDelivery) => {
  if (event === undefined) return E.right(null)
  if (event.subject.kind !== 'message') return E.right({ ...eventBody(event, undefined) })
  const found = await storage.webhooks.messages([event.subject.messageId])()
  return E.isLeft(found) ? found : E.right({ ...eventBody(event, found.right[0]) })
}

export const getWebhookDelivery = reading(getWebhookDeliveryEntry, {
  read: async (call, needs) => {
    const endpoint = knownId('whe', call.request.endpointId)
    if (E.isLeft(endpoint)) return endpoint
    const { organizationId: owner } = membershipOf(call).organization
    const { sequence: ofEvent } = call.request
    const owned = { endpointId: endpoint.right, organizationId: owner }
    const read = await needs.storage.webhooks.delivery(owned, ofEvent, MOST_ATTEMPTS)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    if (value === undefined) return absent(epoch)
    const event = await bodyOf(needs, value)
    if (E.isLeft(event)) return event
    const { endpoint: at, pending, attempts } = value
    const dueAtMs = at.disabledAtMs === undefined ? pending?.dueAtMs : undefined
    return shown(epoch, {
      sequence: ofEvent,
      state: deliveryState(value, ofEvent),
      nextAttemptAt: dueAtMs === undefined ? null : isoTime(Math.max(dueAtMs, at.pausedUntilMs)),
      event: event.right,
      attempts: attempts.map(deliveryAttemptView),
    })
  },
})
