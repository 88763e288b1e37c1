import type { Erasure } from '@postrider/core/messaging/domain/erasure/erasure'
import { aFlag, aText, aTextOrNone, anId, anIdOrNone, anInteger, anIntegerOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const erasures = recordTable<Erasure>('erasures', {
  erasureId: anId('era', 'id'),
  organizationId: anId('org', 'organization_id'),
  source: aText('source'),
  requestedBy: anId('usr', 'requested_by'),
  sealedTo: aTextOrNone('sealed_to'),
  state: aText('state'),
  messages: anInteger('messages'),
  inboundMessages: anInteger('inbound_messages'),
  waiting: anInteger('waiting'),
  walkedTo: anIdOrNone('inb', 'walked_to'),
  hasWalked: aFlag('has_walked'),
  createdAtMs: anInteger('created_at'),
  dueAtMs: anInteger('due_at'),
  endedAtMs: anIntegerOrNone('ended_at'),
})
