import { CHANNEL_NAMES } from '../../channels/channels.js'
import { SENDER_FIELDS, SHOWN_SENDER_FIELDS } from '../../channels/fields.js'
import { anyObject } from '../../kernel/codecs/any-object.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { closed, open } from '../../kernel/codecs/shape.js'
import { textMap } from '../../kernel/codecs/text-map.js'
import { text } from '../../kernel/codecs/text.js'
import { HEALTH_STATUSES } from '../domain/calls/account-health.js'
import { ROUTING_STRATEGIES } from '../../tenancy/domain/routing.js'
import { PROVIDER_KIND_FORM } from '../../tenancy/domain/service-configuration.js'
import { appId, organizationId } from '../../runner/domain/fields/tenancy.js'
import { version } from '../../runner/domain/fields/version.js'

export const providerAccountId = identifier('The provider account.', 'pac_01k9x7c2v5n8q4r6t0w3y1z5bd')

const channel = literalUnion(CHANNEL_NAMES)

/** The most accounts of an app's channel. */
const MOST_ACCOUNTS = 10

/** The accounts of a channel, in the form of requests. */
export const orderedAccounts = list(providerAccountId, {
  minItems: 1,
  maxItems: MOST_ACCOUNTS,
  description: 'In the order of preference; all of them serve the channel in the environment of the app.',
})

const numberPrefix = text({
  pattern: /^(?:\+[1-9][0-9]{0,14}|\*)$/,
  description: 'What a number begins with; `*`: any.',
  example: '+91',
})

/** How messages are distributed over accounts (docs/contract#several-accounts). */
export const accountRouting = closed(
  {
    strategy: literalUnion(ROUTING_STRATEGIES, {
      description: 'Which account is tried first: by their order, by their weights, or by what it costs.',
    }),
    routes: list(
      closed(
        { providerAccountId },
        {
          prefixes: list(numberPrefix, {
            minItems: 1,
            maxItems: 200,
            description: 'The numbers that it is used for; without, any.',
          }),
          weight: integer({ min: 1, max: 1_000, description: 'Its share beside the others; 1 without.' }),
          unitCosts: list(
            closed(
              { prefix: numberPrefix, amountMinor: integer({ min: 0, description: 'Of one unit.' }) },
              {},
            ),
            { minItems: 1, maxItems: 500, description: 'What it costs there; the longest prefix counts.' },
          ),
        },
      ),
      { maxItems: MOST_ACCOUNTS },
    ),
  },
  {},
  { description: 'What is said of each account; without, they are tried in their order.' },
)

/** A sender in the form of requests; the channel defines its parts (docs/contract#service-configuration). */
export const senderRequest = closed({}, SENDER_FIELDS, {
  description: 'Who messages say they are from: the parts of the channel, and no others.',
})

const senderShape = open({ channel }, SHOWN_SENDER_FIELDS, {
  description: 'Who messages say they are from.',
})

/** The name of an app's senders in legacy batches, in the form of requests; null removes it. */
export const legacySenderId = nullable(
  text({
    minLength: 1,
    maxLength: 128,
    oneLine: true,
    visible: true,
    description: "What legacy batches call the app's senders, on all channels; null: nothing.",
    example: 'ACME',
  }),
)

/** An app's sender and providers for one channel (docs/contract#service-configuration). */
export const configurationShape = open(
  {
    organizationId,
    appId,
    channel,
    sender: senderShape,
    providerAccountIds: list(providerAccountId, { description: 'In the order of preference.' }),
    routing: nullable(accountRouting),
    legacySenderId: nullable(text({ description: "The app's, on all channels.", example: 'ACME' })),
    version,
  },
  {},
  { name: 'ServiceConfiguration', description: "An app's sender and providers for one channel." },
)

/** A provider kind that the process has; its vocabulary lists them. */
export const providerKind = text({
  among: 'providerKinds',
  pattern: PROVIDER_KIND_FORM,
  description: 'Which adapter calls it.',
  example: 'smtp',
})

/** The settings of an account that aren't secret, under the names of its kind. */
export const providerSettings = anyObject({
  maxProperties: 50,
  description: 'Host, port and the like: texts, numbers and flags by the names of the kind; never a secret.',
})

/** The secrets of an account; they can be set but never read. */
export const providerSecrets = textMap(
  text({ minLength: 1, maxLength: 64, oneLine: true }),
  text({ minLength: 1, maxLength: 4_096, anyCharacter: true }),
  {
    maxEntries: 10,
    description: 'By the names of the kind. They replace all earlier ones, and are never shown.',
  },
)

const accountFields = {
  name: text({ minLength: 1, maxLength: 100, oneLine: true, visible: true, example: 'Mail server' }),
  kind: providerKind,
  channels: list(channel, { minItems: 1, maxItems: CHANNEL_NAMES.length }),
  settings: providerSettings,
  maxConcurrent: integer({
    min: 1,
    max: 1_000,
    description: 'At most so many calls at once in a process.',
    example: 8,
  }),
  timeoutMs: integer({
    min: 1_000,
    max: 30_000,
    description: 'How long a call may take, in milliseconds.',
    example: 10_000,
  }),
} as const

const ratePerSecond = integer({
  min: 1,
  max: 10_000,
  description:
    'At most so many messages a second, an SMS of several parts counted as so many, from all processes together.',
  example: 100,
})

/** The fields of a provider account in a save request. */
export const providerAccountRequestFields = accountFields

/** The optional fields of a save request; null removes the rate. */
export const providerAccountOptionalFields = { ratePerSecond: nullable(ratePerSecond) }

/** A provider account without its secrets. */
export const providerAccountShape = open(
  {
    providerAccountId,
    ...accountFields,
    ratePerSecond: nullable(ratePerSecond),
    status: literalUnion(['enabled', 'disabled']),
    createdAt: timestamp('When it was made.'),
    version,
  },
  {},
  { name: 'ProviderAccount', description: 'An account at a provider; its secrets are never shown.' },
)

/** The callback URL of an account's provider; anyone who knows it can send reports for the account. */
export const callbackUrl = nullable(
  text({
    description: 'The whole address, with its token. It is shown this once: a replay has null here.',
    example: 'https://api.example.com/callbacks/pac_01k9x7c2v5n8q4r6t0w3y1z5bd/prlt_…',
  }),
)

/** Until when the previous callback URL is accepted. */
export const callbackUntil = nullable(
  timestamp('Until then the address before is taken; null: there was none.'),
)

const count = (description: string) => integer({ min: 0, description, example: 0 })

/** The current health of an account, across all processes that have it open. */
const accountHealth = open(
  {
    status: literalUnion(HEALTH_STATUSES, {
      description:
        '`up`: it takes messages; `connecting`: that is not known yet, or not any more; `refused`: the provider does not let it in; `down`: the provider is out of reach, or does not answer. As for the process for which it stands best.',
    }),
    since: timestamp('Since when.'),
    detail: nullable(
      text({ description: 'What is wrong for one of the processes, in our words; null: nothing.' }),
    ),
    sessions: count('Connections that are open, where it keeps any.'),
    callsInFlight: count('Calls that are under way.'),
    processes: count('Processes that have it open.'),
    circuitsOpen: count(
      'Those of them that leave it alone for a while, since its calls fail: their circuit breaker is open.',
    ),
  },
  {},
  { description: 'How it stands now; null: no process has it open.' },
)

/** The recent calls of an account, and its health. */
export const providerHealthShape = open(
  {
    providerAccountId,
    name: accountFields.name,
    kind: providerKind,
    status: literalUnion(['enabled', 'disabled']),
    health: nullable(accountHealth),
    accepted: count('The provider has the message.'),
    rejectedByRoute: count('The account may not use the sender or the route; another may.'),
    permanentFailure: count('Asking again would not help.'),
    transientFailure: count('The same call may succeed later.'),
    unknown: count('The provider may have the message or not.'),
    inFlight: count('No outcome was written yet.'),
    lastFailure: nullable(
      open(
        {
          outcome: literalUnion(['rejected_by_route', 'permanent_failure', 'transient_failure', 'unknown']),
          detail: nullable(text({ description: "The provider's reason in our words." })),
          at: timestamp('When the call began.'),
        },
        {},
      ),
    ),
  },
  {},
  { name: 'ProviderHealth', description: 'How a provider account stands, and what became of its calls.' },
)

const shown = (description: string, example: string) => text({ description, example })

/** A prefix of numbers that nothing is sent to. */
export const blockedDestinationShape = open(
  {
    prefix: shown('How the numbers begin.', '+4474'),
    createdAt: timestamp('Since when it is blocked.'),
  },
  {},
  { name: 'BlockedDestination' },
)

/** The prefix of blocked numbers, in the form of requests. */
export const blockedPrefix = text({
  pattern: /^\+[0-9]{1,15}$/,
  description: '+ and 1 to 15 digits.',
  example: '+4474',
})

/** The prefix of a block of the toll-fraud breaker. */
export const breakerPrefix = text({
  pattern: /^\+[0-9]{1,15}$/,
  description: '+ and the first seven digits.',
  example: '+9198765',
})

/** A block of the toll-fraud breaker (docs/contract#toll-fraud). */
export const prefixBlockShape = open(
  {
    appId,
    prefix: breakerPrefix,
    sends: integer({ min: 0, description: 'What tripped the breaker.', example: 30 }),
    verified: integer({ min: 0, description: 'So many of them were verified.', example: 2 }),
    blockedAt: timestamp('Since when.'),
    until: timestamp('It ends by itself then.'),
    liftedAt: nullable(timestamp('When an operator lifted it; null where none did.')),
  },
  {},
  { name: 'PrefixBlock', description: 'Numbers that get no passcodes of an app for a while.' },
)

/** A callback that couldn't be understood (docs/contract#delivery-reports). */
export const unreadableCallbackShape = open(
  {
    callbackId: identifier('The callback.', 'ucb_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    providerAccountId,
    detail: text({
      description: 'What it is.',
      example: 'a callback that says of no message what became of it',
    }),
    kept: text({
      description: 'What is kept of it: nothing secret, and nothing of what a message says.',
      example: '{"status":"77","names":["status"]}',
    }),
    receivedAt: timestamp('When it came, the first time.'),
  },
  {},
  { name: 'UnreadableCallback', description: 'What a provider told that nobody understood.' },
)
