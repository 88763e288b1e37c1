import type { StoredTestMessage } from '@postrider/core/providers/domain/test-message'
import { anId, anInteger, aText } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const testMessages = recordTable<StoredTestMessage>('test_messages', {
  messageId: anId('msg', 'id'),
  organizationId: anId('org', 'organization_id'),
  appId: anId('app', 'app_id'),
  to: aText('recipient'),
  deliveredAtMs: anInteger('delivered_at'),
  sealed: aText('sealed'),
})
