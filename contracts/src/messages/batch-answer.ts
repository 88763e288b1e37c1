import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import type * as t from 'io-ts'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { variant } from '@postrider/core/kernel/codecs/variant'
import { itemError } from '../errors/item-error.js'
import { messageId, requestId, timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { estimatedCharge } from './estimated-charge.js'

const count = (description: string) => integer({ min: 0, max: 50, description, example: 1 })

const itsPlace = {
  index: integer({
    min: 0,
    max: 49,
    description: 'Position of the message in the expanded batch, starting at 0.',
    example: 0,
  }),
  channel: literalUnion(CHANNEL_NAMES, { isOpen: true, description: 'Channel of the message.' }),
} as const

const acceptedItem = open(
  {
    ...itsPlace,
    status: literalUnion(['accepted', 'replayed'], {
      description: '`accepted`: by this call. `replayed`: by an earlier call with the same key.',
    }),
    messageId,
    state: literalUnion(['ACCEPTED'], { description: 'Always `ACCEPTED`, the state at acceptance.' }),
    acceptedAt: timestamp('Time at which Postrider accepted the message.'),
    estimatedCharge,
  },
  {},
  { name: 'AcceptedBatchItem', description: 'A message of a batch that was accepted.' },
)

const rejectedItem = open(
  {
    ...itsPlace,
    status: literalUnion(['rejected'], { description: 'Always `rejected`: the message was refused.' }),
    error: itemError,
  },
  {},
  { name: 'RejectedBatchItem', description: 'A message of a batch that was refused.' },
)

const batchItem = variant(acceptedItem, rejectedItem, (names) => names.includes('error'), {
  name: 'BatchItemResult',
  discriminator: 'status',
  description: 'The result for one message of a batch; `status` determines its form.',
})

/** The 202 or 207 body of POST /v1/messages/batch (docs/api/sending#batch-answer). */
export const batchAnswer = open(
  {
    requestId,
    accepted: count('Number of messages that this call accepted.'),
    replayed: count('Number of messages that an earlier call with the same key had accepted.'),
    rejected: count('Number of messages that were refused.'),
    items: list(batchItem, {
      maxItems: 50,
      description: 'One result for each message, in the order of expansion.',
    }),
  },
  {},
  { name: 'BatchResult', description: 'The results for the messages of a batch.' },
)

export type BatchAnswer = t.TypeOf<typeof batchAnswer>
export type BatchItemResult = t.TypeOf<typeof batchItem>
