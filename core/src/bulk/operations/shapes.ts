import { BULK_OPERATIONS, BULK_STATES } from '../domain/bulk.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { closed, open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { userId } from '../../runner/domain/fields/people.js'
import { platformMessageShape, receiptShape } from '../../messaging/operations/messages/shapes.js'

export const bulkId = identifier('The bulk.', 'blk_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The operation to run for each record. */
export const bulkOperation = literalUnion(BULK_OPERATIONS, {
  description: 'The operation that is run for each record.',
})

/** The maximum number of records that a request can name. */
const MOST_NAMED = 500

const recordId = identifier('The message or the receipt.', 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** Named records, instead of all that match. */
export const namedItems = list(
  closed(
    { id: recordId },
    { messageId: identifier('Whose the receipt is.', 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd') },
  ),
  {
    minItems: 1,
    maxItems: MOST_NAMED,
    description:
      'Only these; without, all that match. Receipts to be assigned are named, each with its message, and no others are.',
  },
)

/** The list from which receipts are dismissed. */
export const receiptList = literalUnion(['orphans', 'contradictory'], {
  description: 'The receipts that no message was found for, or those against a final state.',
})

const count = (description: string) => integer({ min: 0, description, example: 0 })

/** Many decisions of one super admin (docs/contract#bulk-decisions). */
export const bulkShape = open(
  {
    bulkId,
    operation: bulkOperation,
    operatorId: userId,
    state: literalUnion(BULK_STATES, {
      description: 'Only previewed; at work; stopped before its end; through.',
    }),
    stopReason: nullable(
      literalUnion(['order', 'authority'], {
        description: 'Somebody stopped it, or whoever began it may not do it any more.',
      }),
    ),
    total: count('How many records were selected.'),
    done: count('For so many it was done.'),
    refused: count('For so many it was refused.'),
    createdAt: timestamp('When it was selected.'),
    begunAt: nullable(timestamp('When it was begun.')),
    endedAt: nullable(timestamp('When it ended.')),
  },
  {},
  { name: 'Bulk', description: 'Many decisions of one operator, done one after the other.' },
)

/** A record for which the decision was refused. */
export const bulkRefusalShape = open(
  {
    number: integer({ min: 1, description: 'Its place among all.' }),
    id: recordId,
    code: text({ description: 'As the operation would have answered.', example: 'conflict' }),
    message: nullable(text({ description: 'What was said beside the code.' })),
  },
  {},
)

/** One of the selected records, as a sample. */
export const bulkSampleShape = open(
  { id: recordId },
  { message: platformMessageShape, receipt: receiptShape },
)
