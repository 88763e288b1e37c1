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
  description: 'Opaque; the `nextCursor` of the page before, with the same other parameters.',
})

/**
 * The query of GET /v1/usage (docs/contract#usage). The core checks that the range is within one UTC month
 * and 31 days, and not in the future.
 */
export const usageQuery = closed(
  {
    currency,
    from: epochMs('Epoch milliseconds; the first moment of the range.', 1_793_491_200_000),
    to: epochMs('Epoch milliseconds; the first moment after the range.', 1_795_910_400_000),
    limit: defaulted(integer({ min: 1, max: 100, description: 'Entries a page.' }), 50),
  },
  { cursor },
)

export type UsageParameters = t.TypeOf<typeof usageQuery>

const usageEntry = open(
  {
    ...entryFields,
    type: literalUnion(['reservation', 'settlement', 'release']),
    messageId,
  },
  { relatedEntryId },
  { name: 'UsageEntry', description: 'One movement of money for one message.' },
)

export type UsageEntryBody = t.TypeOf<typeof usageEntry>

/** A page of the financial activity of the credential's app (docs/contract#usage). */
export const usagePage = open(
  {
    entries: list(usageEntry, { maxItems: 100 }),
    nextCursor: nullable(text({ description: 'Asks for the next page; null on the last.' })),
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
