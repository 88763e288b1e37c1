import { CHANNEL_NAMES, SENDER_KINDS } from '../../../channels/channels.js'
import { SENDER_FIELDS, SHOWN_SENDER_FIELDS } from '../../../channels/fields.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { ROUTING_STRATEGIES } from '../../domain/routing.js'
import { LANES } from '../../../kernel/messages/lane.js'
import { SENDER_STATUSES } from '../../domain/senders/app-sender.js'
import { REGISTRATION_STATUSES, REGULATION_NAMES } from '../../domain/senders/sender-registration.js'
import { appId, countryCode, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'

export const providerAccountId = identifier(
  'ID of the provider account; starts with `pac_`.',
  'pac_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

export const configuredChannel = literalUnion(CHANNEL_NAMES, {
  description: 'Channel: SMS, WhatsApp or email.',
})

/** The most accounts of an app's channel. */
export const MOST_ACCOUNTS = 10

const numberPrefix = text({
  pattern: /^(?:\+[1-9][0-9]{0,14}|\*)$/,
  description: 'First digits of the number with `+`, or `*` for any number.',
  example: '+91',
})

/** How messages are distributed over accounts (docs/api/delivery#several-accounts). */
export const accountRouting = closed(
  {
    strategy: literalUnion(ROUTING_STRATEGIES, {
      description:
        'Rule for the account that is tried first: `order` of the list, share by weight (`weighted`), or lowest cost (`cheapest`).',
    }),
    routes: list(
      closed(
        { providerAccountId },
        {
          prefixes: list(numberPrefix, {
            minItems: 1,
            maxItems: 200,
            description: 'Number prefixes that the account is used for. Default: all numbers.',
          }),
          weight: integer({
            min: 1,
            max: 1_000,
            description: 'Share of the account relative to the others. Default: 1.',
            example: 2,
          }),
          unitCosts: list(
            closed(
              {
                prefix: numberPrefix,
                amountMinor: integer({
                  min: 0,
                  description: 'Cost of one unit, in minor units.',
                  example: 15,
                }),
              },
              {},
            ),
            {
              minItems: 1,
              maxItems: 500,
              description: 'Costs of the account by number prefix; the longest prefix applies.',
            },
          ),
        },
      ),
      { maxItems: MOST_ACCOUNTS, description: 'Rules for each account.' },
    ),
  },
  {},
  { description: 'How messages are distributed over the accounts. Default: they are tried in order.' },
)

/** A sender in the form of requests; the channel defines its parts (docs/api/access#service-configuration). */
export const senderRequest = closed({}, SENDER_FIELDS, {
  description: "The sender of the app's messages. Only the fields of its channel are allowed.",
})

export const senderValue = text({
  minLength: 1,
  maxLength: 320,
  description: 'Main part of the sender: the sender ID, the phone number ID or the address.',
  example: 'ACMEIN',
})

const senderShape = open({ channel: configuredChannel }, SHOWN_SENDER_FIELDS, {
  description: "The sender of the app's messages.",
})

const senderKind = literalUnion(SENDER_KINDS, {
  description: 'Kind of sender. Default: the first kind of the channel that fits the sender.',
})

const servedCountries = list(countryCode, {
  minItems: 1,
  maxItems: 250,
  tooFew: 'Omit the list for all countries.',
  description: 'Countries of recipients that the sender serves. Omitted or null: all.',
})

const sentClasses = list(literalUnion(LANES), {
  minItems: 1,
  maxItems: LANES.length,
  tooFew: 'Omit the list for all classes.',
  description: 'Classes of messages that the sender sends. Omitted or null: all.',
})

const senderWeight = integer({
  min: 1,
  max: 1_000,
  description: 'Share of recipients relative to other senders for the same messages. Default: 1.',
  example: 1,
})

const senderStatus = literalUnion(SENDER_STATUSES, {
  description: 'Whether the sender is used: `active` or `paused`. Default: `active`.',
})

/** What a sender serves, in the form of requests; omitted fields of an existing sender stay as they are. */
export const SERVING_FIELDS = {
  kind: senderKind,
  countries: nullable(servedCountries),
  classes: nullable(sentClasses),
  weight: senderWeight,
  status: senderStatus,
} as const

const day = (description: string) =>
  text({
    pattern: /^\d{4}-\d{2}-\d{2}$/,
    format: 'date',
    description: `${description}, in UTC.`,
    example: '2026-11-21',
  })

/** A registration's own fields, in the form of requests. */
export const REGISTRATION_FIELDS = {
  required: {
    regulation: literalUnion(REGULATION_NAMES, {
      description: 'Register or rule that the registration is for.',
    }),
    status: literalUnion(REGISTRATION_STATUSES, {
      description: 'Status of the registration. Only `approved` permits sends.',
    }),
    registrationId: text({
      minLength: 1,
      maxLength: 128,
      oneLine: true,
      visible: true,
      description: 'ID of the registration at the register, for example of the campaign.',
      example: 'CABC123',
    }),
  },
  optional: {
    country: countryCode,
    brandId: text({
      minLength: 1,
      maxLength: 128,
      oneLine: true,
      visible: true,
      description: 'ID of the registered brand; required for an approved 10DLC campaign.',
      example: 'BABC123',
    }),
    evidence: text({
      minLength: 1,
      maxLength: 500,
      visible: true,
      description: 'Proof of the registration: a ticket, a document or a link.',
      example: 'Email of the register, 2026-11-21',
    }),
    submittedOn: day('Day on which the registration was submitted'),
    decidedOn: day('Day on which it was decided'),
    expiresOn: day('Last day on which it is valid'),
  },
} as const

export const registrationShape = open(
  {
    ...REGISTRATION_FIELDS.required,
    country: countryCode,
    isInForce: flag({ description: 'Whether the registration permits sends now.' }),
    recordedAt: timestamp('Time at which the registration was recorded.'),
  },
  {
    brandId: REGISTRATION_FIELDS.optional.brandId,
    evidence: REGISTRATION_FIELDS.optional.evidence,
    submittedOn: REGISTRATION_FIELDS.optional.submittedOn,
    decidedOn: REGISTRATION_FIELDS.optional.decidedOn,
    expiresOn: REGISTRATION_FIELDS.optional.expiresOn,
  },
  { name: 'SenderRegistration', description: 'A registration of a sender, as it was recorded.' },
)

/** One of an app's senders (docs/api/senders#senders). */
export const appSenderShape = open(
  {
    value: senderValue,
    sender: senderShape,
    kind: literalUnion(SENDER_KINDS, { description: 'Kind of sender.' }),
    countries: nullable(servedCountries),
    classes: nullable(sentClasses),
    weight: senderWeight,
    status: senderStatus,
    registrations: list(registrationShape, { description: 'Registrations of the sender.' }),
  },
  {},
  { name: 'AppSender', description: "One of an app's senders on a channel, and the messages that it sends." },
)

/** An app's sender and providers for one channel (docs/api/access#service-configuration). */
export const configurationShape = open(
  {
    organizationId,
    appId,
    channel: configuredChannel,
    sender: senderShape,
    senders: list(appSenderShape, {
      description: 'All senders of the app on the channel; `sender` is the first.',
    }),
    providerAccountIds: list(providerAccountId, {
      description: 'IDs of the provider accounts, in order of preference.',
    }),
    routing: nullable(accountRouting),
    legacySenderId: nullable(
      text({
        description: "Legacy name of the app's senders in batches, on all channels; null if there is none.",
        example: 'ACME',
      }),
    ),
    version,
  },
  {},
  { name: 'ServiceConfiguration', description: "An app's sender and providers for one channel." },
)
