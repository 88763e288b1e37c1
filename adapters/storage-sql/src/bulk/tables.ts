import type { Bulk, BulkItem } from '@postrider/core/bulk/domain/bulk'
import {
  aDigest,
  aDigestOrNone,
  aText,
  aTextOrNone,
  aValue,
  anId,
  anInteger,
  anIntegerOrNone,
} from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const bulks = recordTable<Bulk>('bulks', {
  bulkId: anId('blk', 'id'),
  operation: aText('operation'),
  ownerId: anId('usr', 'owner_id'),
  passwordDigest: aDigest('password_digest'),
  confirmedAtMs: anInteger('confirmed_at'),
  sessionVerifier: aDigestOrNone('session_verifier'),
  clientAddress: aTextOrNone('client_address'),
  state: aText('state'),
  stopReason: aTextOrNone('stop_reason'),
  request: aValue('request'),
  total: anInteger('total'),
  handled: anInteger('handled'),
  refused: anInteger('refused'),
  createdAtMs: anInteger('created_at'),
  begunAtMs: anIntegerOrNone('begun_at'),
  endedAtMs: anIntegerOrNone('ended_at'),
  claim: anInteger('claim'),
  leaseUntilMs: anInteger('lease_until'),
})

export const bulkItems = recordTable<BulkItem>('bulk_items', {
  bulkId: anId('blk', 'bulk_id'),
  number: anInteger('number'),
  targetId: aText('target_id'),
  version: anIntegerOrNone('version'),
  messageId: aTextOrNone('message_id'),
  refusal: aTextOrNone('refusal'),
  message: aTextOrNone('message'),
})
