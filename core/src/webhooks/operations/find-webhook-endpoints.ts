import { E } from '../../fp.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { runAgainInTime } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { boundedListing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'
import { ENDPOINT_STATES } from '../domain/endpoint-state.js'
import { ENDPOINTS_EVERYWHERE } from './entry-parts.js'
import { eventReceiverShape, foundEndpointShape } from './shapes.js'
import { foundEndpointView, receiverView } from './views.js'

/** The endpoints of all Organizations, newest first: all, or those in a state. */
export const findWebhookEndpointsEntry = entryOf('Webhooks', 'findWebhookEndpoints', {
  ...ENDPOINTS_EVERYWHERE,
  summary: 'List the webhook endpoints of all Organizations',
  description:
    'Lists endpoints newest first, with what waits for them, and the event receiver of the installation. A page may have fewer entries than `limit` while there are more.',
  success: 'A page of webhook endpoints.',
  live: runAgainInTime('act'),
  request: pageRequest(
    {},
    {
      state: literalUnion(ENDPOINT_STATES, {
        description:
          '`failing`: the last attempt failed. `disabled`: it gets no events. `active`: all others. Default: all.',
      }),
    },
  ),
  result: pageResult({
    endpoints: list(foundEndpointShape, { description: 'The endpoints on this page.' }),
    receiver: nullable(eventReceiverShape),
  }),
})

export const findWebhookEndpoints = boundedListing(findWebhookEndpointsEntry, {
  positions: byId('whe'),
  query: ({ request: { state } }) => E.right({ state }),
  read: async (query, { position: before, limit }, { storage }) => {
    const read = await storage.webhooks.ofPlatform({ ...query, before, limit })()
    if (E.isLeft(read)) return read
    const receiver = await storage.webhooks.receiver()()
    if (E.isLeft(receiver)) return receiver
    const { epoch, value } = read.right
    return E.right({ epoch, value: { ...value, receiver: receiver.right } })
  },
  show: ({ found, receiver }, { nowMs }) => ({
    endpoints: found.map(foundEndpointView),
    receiver: receiver === undefined ? null : receiverView(receiver, nowMs),
  }),
})
