import { CHANNEL_NAMES } from '../../channels/channels.js'
import { anyObject } from '../../kernel/codecs/any-object.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { textMap } from '../../kernel/codecs/text-map.js'
import { text } from '../../kernel/codecs/text.js'
import { HEALTH_STATUSES } from '../domain/calls/account-health.js'
import {
  configuredChannel,
  MOST_ACCOUNTS,
  providerAccountId,
} from '../../tenancy/operations/apps/configuration-shapes.js'
import { PROVIDER_KIND_FORM } from '../../tenancy/domain/service-configuration.js'
import { appId } from '../../runner/domain/fields/tenancy.js'
import { version } from '../../runner/domain/fields/version.js'

/** The accounts of a channel, in the form of requests. */
export const orderedAccounts = list(providerAccountId, {
  minItems: 1,
  maxItems: MOST_ACCOUNTS,
  description:
    'Provider accounts in order of preference. Each must serve the channel in the environment of the app.',
})

/** The name of an app's senders in legacy batches, in the form of requests; null removes it. */
export const legacySenderId = nullable(
  text({
    minLength: 1,
    maxLength: 128,
    oneLine: true,
    visible: true,
    description: "Legacy name of the app's senders in batches, on all channels; null if there is none.",
    example: 'ACME',
  }),
)

/** A provider kind that the process has; its vocabulary lists them. */
export const providerKind = text({
  among: 'providerKinds',
  pattern: PROVIDER_KIND_FORM,
  description: 'Kind of provider, which determines the adapter and the settings.',
  example: 'smtp',
})

/** The settings of an account that aren't secret, under the names of its kind. */
export const providerSettings = anyObject({
  maxProperties: 50,
  description: 'Settings such as host and port, named as the provider kind defines them. Never secrets.',
})

/** The secrets of an account; they can be set but never read. */
export const providerSecrets = textMap(
  text({ minLength: 1, maxLength: 64, oneLine: true, example: 'password' }),
  text({ minLength: 1, maxLength: 4_096, anyCharacter: true, example: 'the-password-of-the-account' }),
  {
    maxEntries: 10,
    description:
      'Secrets, named as the provider kind defines them. They replace all earlier ones and are never shown.',
  },
)

const accountFields = {
  name: text({
    minLength: 1,
    maxLength: 100,
    oneLine: true,
    visible: true,
    description: 'Name of the account, for people.',
    example: 'Mail server',
  }),
  kind: providerKind,
  channels: list(configuredChannel, {
    minItems: 1,
    maxItems: CHANNEL_NAMES.length,
    description: 'Channels that the account serves.',
  }),
  settings: providerSettings,
  maxConcurrent: integer({
    min: 1,
    max: 1_000,
    description: 'Maximum number of concurrent calls in each process.',
    example: 8,
  }),
  timeoutMs: integer({
    min: 1_000,
    max: 30_000,
    description: 'Timeout of a call in milliseconds.',
    example: 10_000,
  }),
} as const

const ratePerSecond = integer({
  min: 1,
  max: 10_000,
  description:
    'Maximum number of messages per second over all processes. Each segment of an SMS counts as one. Null: no limit.',
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
    status: literalUnion(['enabled', 'disabled'], {
      description: '`enabled`: sends messages. `disabled`: stopped by a super admin.',
    }),
    createdAt: timestamp('Time at which the account was created.'),
    version,
  },
  {},
  { name: 'ProviderAccount', description: 'An account at a provider. Its secrets are never shown.' },
)

/** The callback URL of an account's provider; anyone who knows it can send reports for the account. */
export const callbackUrl = nullable(
  text({
    description: 'Full callback URL with its token. It is shown only now; null in a replay.',
    example: 'https://api.example.com/callbacks/pac_01k9x7c2v5n8q4r6t0w3y1z5bd/prlt_…',
  }),
)

/** Until when the previous callback URL is accepted. */
export const callbackUntil = nullable(
  timestamp('Time until which the previous URL works; null if there was none.'),
)

const count = (description: string) => integer({ min: 0, description, example: 0 })

/** The current health of an account, across all processes that have it open. */
const accountHealth = open(
  {
    status: literalUnion(HEALTH_STATUSES, {
      description:
        "`up`: accepts messages. `connecting`: not known yet, or no longer. `refused`: the provider refuses the connection or login. `down`: the provider is unreachable or doesn't respond. The best status among all processes is shown.",
    }),
    since: timestamp('Time since which it has this status.'),
    detail: nullable(
      text({
        description: 'Description of a problem in one of the processes; null if there is none.',
        example: 'The login was refused.',
      }),
    ),
    sessions: count('Number of open connections, if the provider kind keeps any.'),
    callsInFlight: count('Number of calls in progress.'),
    processes: count('Number of processes that have the account open.'),
    circuitsOpen: count('Number of processes with an open circuit breaker: they pause calls after failures.'),
  },
  {},
  { description: 'Current health of the account; null if no process has it open.' },
)

/** The recent calls of an account, and its health. */
export const providerHealthShape = open(
  {
    providerAccountId,
    name: accountFields.name,
    kind: providerKind,
    status: literalUnion(['enabled', 'disabled'], {
      description: '`enabled`: sends messages. `disabled`: stopped by a super admin.',
    }),
    health: nullable(accountHealth),
    accepted: count('Number of calls after which the provider has the message.'),
    rejectedByRoute: count(
      'Number of calls that failed because the account may not use the sender or route; another account may.',
    ),
    permanentFailure: count("Number of calls that failed permanently: a repeat wouldn't help."),
    transientFailure: count('Number of calls that failed temporarily: the same call may succeed later.'),
    unknown: count('Number of calls with an unknown outcome: the provider may have the message.'),
    inFlight: count('Number of calls without a recorded outcome yet.'),
    lastFailure: nullable(
      open(
        {
          outcome: literalUnion(['rejected_by_route', 'permanent_failure', 'transient_failure', 'unknown'], {
            description: 'Outcome of the call.',
          }),
          detail: nullable(
            text({
              description: "Reason for the failure, in Postrider's words.",
              example: 'The provider did not respond in time.',
            }),
          ),
          at: timestamp('Time at which the call started.'),
        },
        {},
        { description: 'The most recent failed call; null if there was none.' },
      ),
    ),
  },
  {},
  { name: 'ProviderHealth', description: 'The health and the recent calls of a provider account.' },
)

const shown = (description: string, example: string) => text({ description, example })

/** A prefix of numbers that nothing is sent to. */
export const blockedDestinationShape = open(
  {
    prefix: shown('First digits of the blocked numbers, with `+`.', '+4474'),
    createdAt: timestamp('Time since which they are blocked.'),
  },
  {},
  { name: 'BlockedDestination', description: 'A blocked number prefix.' },
)

/** The prefix of blocked numbers, in the form of requests. */
export const blockedPrefix = text({
  pattern: /^\+[0-9]{1,15}$/,
  description: 'First 1 to 15 digits of the numbers, with `+`.',
  example: '+4474',
})

/** The prefix of a block of the SMS pumping breaker. */
export const breakerPrefix = text({
  pattern: /^\+[0-9]{1,15}$/,
  description: 'First seven digits of the numbers, with `+`.',
  example: '+9198765',
})

/** A block of the SMS pumping breaker (docs/api/otp#sms-pumping). */
export const prefixBlockShape = open(
  {
    appId,
    prefix: breakerPrefix,
    sends: integer({ min: 0, description: 'Number of OTPs that caused the block.', example: 30 }),
    verified: integer({ min: 0, description: 'Number of these OTPs that were verified.', example: 2 }),
    blockedAt: timestamp('Time since which the prefix is blocked.'),
    until: timestamp('Time at which the block ends by itself.'),
    liftedAt: nullable(timestamp('Time at which a super admin lifted the block; null if none did.')),
  },
  {},
  {
    name: 'PrefixBlock',
    description: 'A block for suspected SMS pumping: an app sends no OTPs to these numbers for a while.',
  },
)

/** A callback that couldn't be understood (docs/api/delivery#delivery-reports). */
export const unreadableCallbackShape = open(
  {
    callbackId: identifier('ID of the callback.', 'ucb_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    providerAccountId,
    detail: text({
      description: 'Description of the problem.',
      example: 'the callback contains no message status',
    }),
    kept: text({
      description: 'Stored part of the callback, without secrets and message contents.',
      example: '{"status":"77","names":["status"]}',
    }),
    receivedAt: timestamp('Time at which it was first received.'),
  },
  {},
  { name: 'UnreadableCallback', description: "A callback of a provider that couldn't be interpreted." },
)
