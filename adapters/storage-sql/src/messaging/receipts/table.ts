import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import {
  anId,
  anIdOrNone,
  anInteger,
  anIntegerOrNone,
  aText,
  aTextOrNone,
  aValueOrNone,
} from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'
import { eventKeyDigest } from '../../cells/event-key-digest.js'

export const receipts = recordTable<Receipt>(
  'receipts',
  {
    receiptId: anId('rct', 'id'),
    providerAccountId: anId('pac', 'provider_account_id'),
    eventKey: aText('event_key'),
    messageId: anIdOrNone('msg', 'message_id'),
    providerMessageId: aTextOrNone('provider_message_id'),
    providerReference: aTextOrNone('provider_reference'),
    otherReference: aTextOrNone('other_reference'),
    recipient: aTextOrNone('recipient'),
    addresses: aValueOrNone('addresses'),
    status: aText('status'),
    failureCode: aTextOrNone('failure_code'),
    reason: aValueOrNone('reason'),
    providerTimeMs: anIntegerOrNone('provider_time'),
    receivedAtMs: anInteger('received_at'),
    state: aText('state'),
    raw: aText('raw'),
  },
  {
    derived: {
      event_digest: { isBinary: true, write: ({ eventKey }) => eventKeyDigest(eventKey) },
    },
  },
)
