import { EVENT_TYPES } from '../../feed/domain/event-note.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { flag } from '../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { appId, environment, organizationId } from '../../runner/domain/fields/tenancy.js'
import { version } from '../../runner/domain/fields/version.js'
import { ENDPOINT_STATES } from '../domain/endpoint-state.js'
import { WEBHOOK_ORDERINGS } from '../domain/webhook-endpoint.js'

const LONGEST_URL = 2048
const LONGEST_DESCRIPTION = 200
const MOST_OVERLAP_SECONDS = 86_400

export const endpointId = identifier(
  'ID of the endpoint; starts with `whe_`.',
  'whe_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The fields of an endpoint that people set. */
export const endpointFields = {
  url: text({
    minLength: 1,
    maxLength: LONGEST_URL,
    oneLine: true,
    description: 'HTTPS URL with a public address that gets the events.',
    example: 'https://example.com/hooks/postrider',
  }),
} as const

/** The further fields of an endpoint that people can change. */
export const changeableFields = {
  description: text({
    maxLength: LONGEST_DESCRIPTION,
    oneLine: true,
    description: 'What the endpoint is for, for people. Default: empty.',
    example: 'Order service',
  }),
  types: nullable(
    list(literalUnion(EVENT_TYPES), {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      description: 'Types of events that it gets. Omitted or null: all types.',
    }),
  ),
  includeRecipient: flag({
    description: '`true` adds the recipient to the events of messages. Default: `false`.',
  }),
} as const

export const ordering = literalUnion(WEBHOOK_ORDERINGS, {
  description:
    '`message` delivers the events of a message in order. `strict` delivers one event at a time, in sequence. Default: `message`.',
})

export const withPublicKey = flag({
  description:
    '`true` also signs with ed25519 (`v1a`). The endpoint then has a `publicKey`. Default: `false` for a new endpoint, and as before for a new secret.',
})

export const sequence = integer({ min: 1, description: 'Sequence of the event.', example: 1205 })

/** An endpoint without its secret. */
export const endpointShape = open(
  {
    endpointId,
    organizationId,
    appId,
    environment,
    url: endpointFields.url,
    ...changeableFields,
    ordering,
    status: literalUnion(['active', 'disabled'], { description: '`disabled`: it gets no events.' }),
    deliveredTo: integer({
      min: 0,
      description: 'Every event up to this sequence was delivered, is not wanted, or waits for a retry.',
      example: 1204,
    }),
    failures: integer({ min: 0, description: 'Number of attempts that failed in a row.', example: 0 }),
    createdAt: timestamp('Time at which the endpoint was created.'),
    version,
  },
  {
    disabledBecause: literalUnion(['person', 'gone', 'failing'], {
      description:
        '`person`: somebody disabled it. `gone`: it responded with 410. `failing`: no success for five days.',
    }),
    disabledAt: timestamp('Time at which it was disabled.'),
    failingSince: timestamp('Time of the first failure since the last success.'),
    publicKey: text({
      description: 'Public key that verifies the signatures `v1a`; omitted if only the secret signs.',
      example: 'whpk_JfEVMMXDm0q5NBNJpMc1BTaqp3xX9pbHyqfl0EZ8DBA=',
    }),
  },
  { name: 'WebhookEndpoint', description: 'An address that gets the events of an app.' },
)

/** An endpoint of any Organization, without the path of its URL, which can be secret. */
export const foundEndpointShape = open(
  {
    endpointId,
    organizationId,
    appId,
    environment,
    host: text({ description: 'Host of its URL, with the port if it has one.', example: 'example.com' }),
    state: literalUnion(ENDPOINT_STATES, {
      description: '`failing`: the last attempt failed. `disabled`: it gets no events. `active`: all others.',
    }),
    waitingEvents: integer({
      min: 0,
      description: 'Number of events that it has not got yet, also those of types that it does not want.',
      example: 12,
    }),
    createdAt: timestamp('Time at which the endpoint was created.'),
  },
  {
    disabledBecause: literalUnion(['person', 'gone', 'failing'], {
      description:
        '`person`: a person disabled it. `gone`: it responded with 410. `failing`: no success for five days.',
    }),
    disabledAt: timestamp('Time at which it was disabled.'),
    failingSince: timestamp('Time of the first failure since the last success.'),
    lastFailedAt: timestamp('Time of the last failed attempt of the last 30 days.'),
    lastStatus: integer({
      min: 100,
      max: 999,
      description: 'Status of its response to that attempt; omitted if there was none.',
      example: 503,
    }),
    lastCause: text({
      description: 'Why there was no response to that attempt.',
      example: 'connect ECONNREFUSED',
    }),
  },
  { name: 'FoundWebhookEndpoint', description: 'A webhook endpoint of any Organization, and its health.' },
)

/** The event receiver of the installation. */
export const eventReceiverShape = open(
  {
    host: text({
      description: 'Host of its URL, with the port if it has one.',
      example: 'events.example.org',
    }),
    state: literalUnion(ENDPOINT_STATES, {
      description:
        '`failing`: the last attempt of an app failed. `disabled`: no dispatcher has its setting. `active`: all others.',
    }),
    since: timestamp('It gets the events since this time.'),
    apps: integer({ min: 0, description: 'Number of apps whose events it gets.', example: 40 }),
    failingApps: integer({ min: 0, description: 'Number of apps whose last attempt failed.', example: 0 }),
    waitingEvents: integer({ min: 0, description: 'Number of events that it has not got yet.', example: 12 }),
  },
  {
    oldestAt: timestamp('Time of the oldest event that it has not got yet.'),
    lastFailedAt: timestamp('Time of the last failed attempt of a failing app.'),
    lastStatus: integer({
      min: 100,
      max: 999,
      description: 'Status of its response to that attempt; omitted if there was none.',
      example: 503,
    }),
    lastDetail: text({
      description: 'First kilobyte of that response, or why there was none.',
      example: 'connect ECONNREFUSED',
    }),
  },
  { name: 'EventReceiver', description: 'The receiver of the events of all Organizations, and its health.' },
)

/** The secret, shown once. */
export const endpointSecret = nullable(
  text({
    description: 'The secret that verifies deliveries. It is shown only now; null in a replay.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw…',
  }),
)

export const secretOverlapSeconds = defaulted(
  integer({
    min: 0,
    max: MOST_OVERLAP_SECONDS,
    description: 'Seconds for which the previous secret signs too. Default: 86,400.',
    example: MOST_OVERLAP_SECONDS,
  }),
  MOST_OVERLAP_SECONDS,
)
