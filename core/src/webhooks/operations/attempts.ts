import type * as t from 'io-ts'
import { flag } from '../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { present } from '../../kernel/present.js'
import type { LoggedAttempt } from '../ports/webhook-storage.js'
import { sequence } from './shapes.js'

export const eventId = identifier('ID of the event.', 'evt_01k9x7c2v5n8q4r6t0w3y1z5bd')

export const eventType = text({ description: 'Type of the event.', example: 'message.delivered' })

/** An attempt of the delivery log. */
export const deliveryAttemptShape = open(
  {
    eventId,
    sequence,
    type: eventType,
    attempt: integer({ min: 1, description: 'Number of the attempt for this event.', example: 1 }),
    at: timestamp('Time at which the attempt started.'),
    durationMs: integer({ min: 0, description: 'Duration of the attempt in milliseconds.', example: 84 }),
    isDelivered: flag({ description: '`true` if the endpoint responded with a 2xx status in time.' }),
    detail: text({
      description: 'First kilobyte of the response, or why there was none.',
      example: 'no response in time',
    }),
  },
  { status: integer({ min: 100, max: 599, description: 'Status of the response.', example: 204 }) },
  {
    name: 'WebhookAttempt',
    description: 'An attempt to deliver an event to an endpoint.',
    example: {
      eventId: 'evt_01k9x7c2v5n8q4r6t0w3y1z5bd',
      sequence: 1205,
      type: 'message.delivered',
      attempt: 1,
      at: '2026-11-21T08:30:02.500Z',
      durationMs: 84,
      isDelivered: true,
      detail: 'OK',
      status: 200,
    },
  },
)

/** An attempt as responses show it. */
export const deliveryAttemptView = ({
  eventId: id,
  sequence: ofEvent,
  type,
  number,
  atMs,
  durationMs,
  isDelivered,
  detail,
  status,
}: LoggedAttempt): t.TypeOf<typeof deliveryAttemptShape> => ({
  eventId: id,
  sequence: ofEvent,
  type,
  attempt: number,
  at: isoTime(atMs),
  durationMs,
  isDelivered,
  detail,
  ...present({ status }),
})
