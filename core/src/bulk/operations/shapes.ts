import { BULK_OPERATIONS, BULK_STATES } from '../domain/bulk.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { closed, open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { userId } from '../../runner/domain/fields/people.js'
import { platformMessageShape } from '../../messaging/operations/messages/message-view.js'
import { receiptShape } from '../../messaging/operations/messages/shapes.js'

export const bulkId = identifier(
  'ID of the bulk decision; starts with `blk_`.',
  'blk_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The operation to run for each record. */
export const bulkOperation = literalUnion(BULK_OPERATIONS, {
  description: 'Operation that is run for each record.',
})

/** The maximum number of records that a request can name. */
const MOST_NAMED = 500

const recordId = identifier('ID of the message or delivery report.', 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** Named records, instead of all that match. */
export const namedItems = list(
  closed(
    { id: recordId },
    {
      messageId: identifier(
        'ID of the message that the delivery report belongs to.',
        'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
      ),
    },
  ),
  {
    minItems: 1,
    maxItems: MOST_NAMED,
    description:
      'The records to select, by ID. Default: all that match. Required for assigning delivery reports, each with its message.',
  },
)

/** The list from which receipts are dismissed. */
export const receiptList = literalUnion(['orphans', 'contradictory'], {
  description:
    'Which list of delivery reports: `orphans` match no message, `contradictory` contradict a final state.',
})

const count = (description: string) => integer({ min: 0, description, example: 0 })

/** Many decisions of one super admin (docs/api/admin#bulk-decisions). */
export const bulkShape = open(
  {
    bulkId,
    operation: bulkOperation,
    operatorId: userId,
    state: literalUnion(BULK_STATES, {
      description:
        '`previewed`: not started. `running`: in progress. `stopped`: stopped before the end. `done`: every record was handled.',
    }),
    stopReason: nullable(
      literalUnion(['order', 'authority'], {
        description:
          "`order`: someone stopped it. `authority`: its owner lost the permission. Null if it wasn't stopped.",
      }),
    ),
    total: count('Number of selected records.'),
    done: count('Number of records for which the operation was performed.'),
    refused: count('Number of records for which the operation was refused.'),
    createdAt: timestamp('Time of the selection.'),
    begunAt: nullable(timestamp("Time at which it was started; null if it hasn't been.")),
    endedAt: nullable(timestamp("Time at which it ended; null if it hasn't.")),
  },
  {},
  { name: 'Bulk', description: 'One decision for many records, performed one after the other.' },
)

/** A record for which the decision was refused. */
export const bulkRefusalShape = open(
  {
    number: integer({
      min: 1,
      description: 'Position of the record in the selection, starting at 1.',
      example: 1,
    }),
    id: recordId,
    code: text({ description: 'Error code, as the operation would have returned it.', example: 'conflict' }),
    message: nullable(
      text({
        description: 'Explanation of the refusal for people; null if there is none.',
        example: 'The message has changed since it was selected.',
      }),
    ),
  },
  {},
)

/** One of the selected records, as a sample. */
export const bulkSampleShape = open(
  { id: recordId },
  { message: platformMessageShape, receipt: receiptShape },
)
