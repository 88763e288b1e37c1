import { CHANNEL_NAMES } from '@postrider/core/domain/channels/channels'
import type * as t from 'io-ts'
import { integer } from '@postrider/core/domain/codecs/integer'
import { list } from '@postrider/core/domain/codecs/list'
import { literalUnion } from '@postrider/core/domain/codecs/literal-union'
import { open } from '@postrider/core/domain/codecs/shape'
import { itemError } from '../errors/item-error.js'
import { messageId, requestId, timestamp } from '@postrider/core/domain/codecs/identifiers'
import { estimatedCharge } from './estimated-charge.js'

const count = (description: string) => integer({ min: 0, max: 50, description, example: 1 })

const batchItem = open(
  {
    index: integer({ min: 0, max: 49, description: 'Counts the expanded messages.', example: 0 }),
    channel: literalUnion(CHANNEL_NAMES),
    status: literalUnion(['accepted', 'replayed', 'rejected'], {
      description: 'Accepted now, accepted by an earlier call under the same key, or refused.',
    }),
  },
  {
    messageId,
    state: literalUnion(['ACCEPTED'], { description: 'Always the state at acceptance.' }),
    acceptedAt: timestamp('When the message was accepted.'),
    estimatedCharge,
    error: itemError,
  },
  { name: 'BatchItemResult', description: 'What became of one message of a batch.' },
)

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
