import { CHANNELS } from '../../channels/channel.js'
import { identifier, messageId, timestamp } from '../../codecs/identifiers.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { currency, minor } from '../../codecs/money.js'
import { open } from '../../codecs/shape.js'
import { text } from '../../codecs/text.js'
import { FAILURE_CODES, MESSAGE_STATES } from '../../messages/message-state.js'

const openSet = (what: string, values: readonly string[]): string =>
  `${what}; a client must accept new ones. At present: ${values.join(', ')}.`

/** The caller's own name for a message (specification 2.2); one line, and not empty where it is given. */
export const clientReference = text({
  minLength: 1,
  maxLength: 128,
  oneLine: true,
  description: "The caller's own reference, given back with the message and searchable.",
  example: 'order-10024',
})

/**
 * A message as it stands (specification 2.4), with the additive `clientReference` and `failureCode` of
 * decisions.md 3. States and failure codes are open sets, so their codec is a plain text.
 */
export const messageShape = open(
  {
    messageId,
    state: text({ description: openSet('Where the message stands', MESSAGE_STATES), example: 'DELIVERED' }),
    channel: text({ description: openSet('The way it travels', CHANNELS), example: 'sms' }),
    acceptedAt: timestamp('When the message was accepted.'),
    billing: open(
      {
        status: literalUnion(['provisional', 'settled', 'released'], {
          description: 'Reserved, charged for good, or given back.',
        }),
        amountMinor: minor('Integer minor units.', 0),
        currency,
      },
      {},
      { description: 'Where its money stands.' },
    ),
  },
  {
    updatedAt: timestamp('When the message last changed.'),
    clientReference,
    failureCode: text({
      description: openSet('Why it did not arrive', FAILURE_CODES),
      example: 'recipient_unreachable',
    }),
  },
  {
    name: 'Message',
    description: 'A message as it stands now.',
    example: {
      messageId: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
      state: 'DELIVERED',
      channel: 'sms',
      acceptedAt: '2026-11-21T08:30:00.000Z',
      updatedAt: '2026-11-21T08:30:02.125Z',
      billing: { status: 'settled', amountMinor: 35, currency: 'INR' },
      clientReference: 'order-10024',
    },
  },
)

/** A message as its Organization sees it (decisions 9): whom it went to only in part. */
export const historyMessageShape = open(
  {
    ...messageShape.required,
    to: text({ description: 'The recipient, masked.', example: '+********0123' }),
    templateId: identifier('The template it was made of.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  messageShape.optional,
  { name: 'HistoryMessage', description: 'A message of the Organization as it stands now.' },
)
