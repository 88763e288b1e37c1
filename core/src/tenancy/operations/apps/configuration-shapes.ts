import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { SHOWN_SENDER_FIELDS } from '../../../channels/fields.js'
import { identifier } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { ROUTING_STRATEGIES } from '../../domain/routing.js'
import { appId, organizationId } from '../../../runner/domain/fields/tenancy.js'
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

const senderShape = open({ channel: configuredChannel }, SHOWN_SENDER_FIELDS, {
  description: "The sender of the app's messages.",
})

/** An app's sender and providers for one channel (docs/api/access#service-configuration). */
export const configurationShape = open(
  {
    organizationId,
    appId,
    channel: configuredChannel,
    sender: senderShape,
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
