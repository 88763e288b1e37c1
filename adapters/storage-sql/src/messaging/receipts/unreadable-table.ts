import type { UnreadableCallback } from '@postrider/core/providers/domain/receipts/unreadable-callback'
import { eventKeyDigest } from '../../cells/event-key-digest.js'
import { anId, anInteger, aText } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const unreadableCallbacks = recordTable<UnreadableCallback>(
  'unreadable_callbacks',
  {
    callbackId: anId('ucb', 'id'),
    providerAccountId: anId('pac', 'provider_account_id'),
    eventKey: aText('event_key'),
    detail: aText('detail'),
    raw: aText('raw'),
    receivedAtMs: anInteger('received_at'),
  },
  {
    derived: {
      event_digest: { isBinary: true, write: ({ eventKey }) => eventKeyDigest(eventKey) },
    },
  },
)
