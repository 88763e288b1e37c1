import type * as t from 'io-ts'
import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { messageId, requestId } from '@postrider/core/kernel/codecs/identifiers'
import { entryFields, relatedEntryId } from '@postrider/core/ledger/operations/money/shapes'
import { currency } from '@postrider/core/kernel/codecs/money'
import { epochMs } from './epoch-ms.js'

const cursor = text({
  minLength: 1,
  maxLength: 1024,
  oneLine: true,
  description:
    'Position to continue from: the `nextCursor` of the previous page. Repeat the other parameters unchanged. Omit it for the first page.',
  example: 'eyJhIjoiZW50XzAxazl4N2MifQ',
})

/**
 * The query of GET /v1/usage (docs/api/money#usage). The core checks that the range is within one UTC month
 * and 31 days, and not in the future.
 */
export const usageQuery = closed(
  {
    currency,
    from: epochMs('Start of the range, inclusive, in epoch milliseconds.', 1_793_491_200_000),
    to: epochMs('End of the range, exclusive, in epoch milliseconds.', 1_795_910_400_000),
    limit: defaulted(
      integer({ min: 1, max: 100, description: 'Maximum number of entries per page.', example: 50 }),
      50,
    ),
  },
  { cursor },
)

export type UsageParameters = t.TypeOf<typeof usageQuery>

const usageEntry = open(
  {
    ...entryFields,
    type: literalUnion(['reservation', 'settlement', 'release'], {
      description:
        '`reservation` reserves the cost of a message, `settlement` charges it, and `release` returns it.',
    }),
    messageId,
  },
  { relatedEntryId },
  { name: 'UsageEntry', description: 'One change of the balance for one message.' },
)

export type UsageEntryBody = t.TypeOf<typeof usageEntry>

/** A page of the financial activity of the credential's app (docs/api/money#usage). */
export const usagePage = open(
  {
    entries: list(usageEntry, { maxItems: 100, description: 'The ledger entries on this page.' }),
    nextCursor: nullable(
      text({
        description: 'Cursor of the next page; null on the last page.',
        example: 'eyJhIjoiZW50XzAxazl4N2MifQ',
      }),
    ),
    requestId,
  },
  {},
  {
    name: 'UsagePage',
    description: "A page of the app's financial activity.",
    example: {
      entries: [
        {
          entryId: 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd',
          type: 'settlement',
          messageId: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
          amountMinor: 35,
          currency: 'INR',
          status: 'posted',
          occurredAt: '2026-11-21T08:30:02.125Z',
          relatedEntryId: 'ent_01k9x7c2v5n8q4r6t0w3y1z5bc',
        },
      ],
      nextCursor: null,
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type UsagePageBody = t.TypeOf<typeof usagePage>
