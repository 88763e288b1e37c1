import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { MessageId, OrganizationId } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { anId, anInteger, aText } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

/** A message that needs processing, and when. */
interface OutboxEntry {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly lane: Lane
  readonly dueAtMs: EpochMs
  readonly publications: number
  readonly listedAtMs: EpochMs
}

export const outbox = recordTable<OutboxEntry>('outbox', {
  messageId: anId('msg', 'message_id'),
  organizationId: anId('org', 'organization_id'),
  lane: aText('lane'),
  dueAtMs: anInteger('due_at'),
  publications: anInteger('publications'),
  listedAtMs: anInteger('listed_at'),
})
