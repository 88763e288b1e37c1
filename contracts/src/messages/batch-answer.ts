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
  index: integer({ min: 0, max: 49, description: 'Counts the expanded messages.', example: 0 }),
  channel: literalUnion(CHANNEL_NAMES, { isOpen: true }),
} as const

const acceptedItem = open(
  {
    ...itsPlace,
    status: literalUnion(['accepted', 'replayed'], {
      description: 'Accepted now, or by an earlier call under the same key.',
    }),
    messageId,
    state: literalUnion(['ACCEPTED'], { description: 'Always the state at acceptance.' }),
    acceptedAt: timestamp('When the message was accepted.'),
    estimatedCharge,
  },
  {},
  { name: 'AcceptedBatchItem', description: 'A message of a batch that was accepted.' },
)

const rejectedItem = open(
  { ...itsPlace, status: literalUnion(['rejected']), error: itemError },
  {},
  { name: 'RejectedBatchItem', description: 'A message of a batch that was refused.' },
)

const batchItem = variant(acceptedItem, rejectedItem, (names) => names.includes('error'), {
  name: 'BatchItemResult',
  discriminator: 'status',
  description: 'What became of one message of a batch, by its `status`.',
})

/** The 202 or 207 body of POST /v1/messages/batch (docs/contract#batch-answer). */
export const batchAnswer = open(
  {
    requestId,
    accepted: count('Messages accepted now.'),
    replayed: count('Messages that an earlier call under the same key had accepted.'),
    rejected: count('Messages that were refused.'),
    items: list(batchItem, { maxItems: 50, description: 'In the order of expansion.' }),
  },
  {},
  { name: 'BatchResult', description: 'What became of the messages of a batch.' },
)

export type BatchAnswer = t.TypeOf<typeof batchAnswer>
export type BatchItemResult = t.TypeOf<typeof batchItem>
