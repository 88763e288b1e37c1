import { CHANNELS } from '@postrider/core/domain/channels/channel'
import { FAILURE_CODES, MESSAGE_STATES } from '@postrider/core/domain/messages/message-state'
import type * as t from 'io-ts'
import { literalUnion } from '@postrider/core/domain/codecs/literal-union'
import { open } from '@postrider/core/domain/codecs/shape'
import { text } from '@postrider/core/domain/codecs/text'
import { messageId, timestamp } from '@postrider/core/domain/codecs/identifiers'
import { currency, minor } from '@postrider/core/domain/codecs/money'
import { clientReference } from './client-reference.js'

const openSet = (what: string, values: readonly string[]): string =>
  `${what}; a client must accept new ones. At present: ${values.join(', ')}.`

/**
 * A message as it stands (specification 2.4), with the additive `clientReference` and `failureCode` of
 * decisions.md 3. States and failure codes are open sets, so their codec is a plain text.
 */
export const messageProjection = open(
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

export type MessageProjection = t.TypeOf<typeof messageProjection>
