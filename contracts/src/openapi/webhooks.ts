import { EVENT_DESCRIPTIONS, eventExample } from '../events/event-types.js'
import { EVENT_TYPES, type EventType } from '@postrider/core/feed/domain/event-note'
import { event } from '../events/event.js'
import type { JsonObject } from './json.js'
import { type Components, schemaOf } from './schema.js'

/** The headers of a delivery (https://www.standardwebhooks.com), as parameters. */
export const WEBHOOK_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: '`id` of the event. It is the same each time the event is delivered: handle each ID once.',
    schema: { type: 'string' },
    example: 'evt_01k9x7c2v5n8q4r6t0w3y1z5bd',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'Time of the attempt in seconds since 1970. Refuse a delivery that is more than five minutes away from your clock.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1795249802',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, under the bytes after `whsec_` of the secret. There is one for each secret that signs, separated by spaces.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
}

const RESPONSES: JsonObject = {
  '2XX': { description: 'The endpoint has the event. It has to respond within 15 seconds.' },
  '410': { description: 'The endpoint is gone. Postrider disables it.' },
  default: { description: 'The endpoint failed. Postrider delivers the event again later.' },
}

/** `message.delivered` becomes `onMessageDelivered`. */
const operationIdOf = (type: string): string =>
  `on${type
    .split(/[._]/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('')}`

/** An event of this type: the fields of every event, with its own `data`. */
const schemaOfType = (type: EventType, components: Components): JsonObject => ({
  allOf: [
    schemaOf(event, 'response', components),
    {
      type: 'object',
      properties: {
        type: { const: type, description: `Type of the event: always \`${type}\`.` },
        data: schemaOf(EVENT_DESCRIPTIONS[type].data, 'response', components),
      },
    },
  ],
})

const webhookOf = (type: EventType, components: Components): JsonObject => {
  const { summary, description } = EVENT_DESCRIPTIONS[type]
  return {
    post: {
      operationId: operationIdOf(type),
      tags: ['Events'],
      summary,
      description,
      security: [],
      parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaOfType(type, components),
            // Copied through JSON, because the type of an example doesn't cover its nested values.
            example: JSON.parse(JSON.stringify(eventExample(type))) as JsonObject,
          },
        },
      },
      responses: RESPONSES,
    },
  }
}

/** The section `webhooks` (OpenAPI 3.1): a request to the endpoints of customers for each type of events. */
export const webhooksOf = (components: Components): JsonObject =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, webhookOf(type, components)]))
