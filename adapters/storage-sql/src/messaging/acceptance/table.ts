import type { NewReceipt } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { anId, anInteger, aShortDigest } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

/** The use of an idempotency key. */
interface UsedKey {
  readonly key: Digest
  readonly material: Digest
  readonly messageId: MessageId
  readonly createdAtMs: EpochMs
}

export const idempotency = recordTable<UsedKey>('idempotency', {
  key: aShortDigest('idempotency_key'),
  material: aShortDigest('material'),
  messageId: anId('msg', 'message_id'),
  createdAtMs: anInteger('created_at'),
})

export const batchReceipts = recordTable<NewReceipt>('batch_receipts', {
  key: aShortDigest('receipt_key'),
  material: aShortDigest('material'),
  createdAtMs: anInteger('created_at'),
})
