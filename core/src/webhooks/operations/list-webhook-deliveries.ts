import { E } from '../../fp.js'
import { flag } from '../../kernel/codecs/flag.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { deliveryAttemptShape, deliveryAttemptView } from './attempts.js'
import { ENDPOINTS_AGENTS_TOO } from './entry-parts.js'
import { endpointId } from './shapes.js'

/** Lists the attempts of an endpoint, newest first; NotFound for another Organization's endpoint. */
export const listWebhookDeliveriesEntry = entryOf('Webhooks', 'listWebhookDeliveries', {
  ...ENDPOINTS_AGENTS_TOO,
  summary: 'List the delivery attempts of a webhook endpoint',
  description:
    'Lists the attempts of the last 30 days, newest first. Pass `sequence` for those of one event.',
  success: 'A page of delivery attempts.',
  mutation: false,
  effect: 'reads',
  refusals: ['NotFound'],
  whileSuspended: true,
  controls: [],
  request: pageRequest(
    { organizationId, endpointId },
    {
      sequence: integer({ min: 1, description: 'Only attempts of this event. Default: all.', example: 1205 }),
      isDelivered: flag({ description: 'Only attempts that succeeded, or that failed. Default: both.' }),
    },
  ),
  result: pageResult({
    deliveries: list(deliveryAttemptShape, { description: 'The attempts on this page.' }),
  }),
})

/** A position in the log: the time of an attempt and its sequence. */
const positions = {
  write: (position: { readonly atMs: number; readonly sequence: number }): string =>
    `${position.atMs}.${position.sequence}`,
  read: (text: string) => {
    const [atMs, sequence] = text.split('.').map(Number)
    return atMs !== undefined && sequence !== undefined ? { atMs, sequence } : undefined
  },
}

export const listWebhookDeliveries = listing(listWebhookDeliveriesEntry, {
  positions,
  query: (call) => {
    const endpoint = knownId('whe', call.request.endpointId)
    if (E.isLeft(endpoint)) return endpoint
    const { sequence: ofEvent, isDelivered } = call.request
    const { organizationId: owner } = membershipOf(call).organization
    return E.right({ endpointId: endpoint.right, organizationId: owner, sequence: ofEvent, isDelivered })
  },
  read: (query, { position: before, readAhead: limit }, { storage }) =>
    storage.webhooks.attempts({ ...query, before, limit })(),
  positionOf: ({ atMs, sequence }) => ({ atMs, sequence }),
  show: (found) => ({ deliveries: found.map(deliveryAttemptView) }),
})
