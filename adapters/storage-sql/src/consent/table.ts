import type { Suppression } from '@postrider/core/consent/domain/suppression'
import type { RecipientId } from '@postrider/core/consent/domain/recipient-id'
import { aShortDigest, aText, aTextOrNone, aValue, anId, anInteger } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const suppressions = recordTable<Suppression>('suppressions', {
  suppressionId: anId('sup', 'id'),
  organizationId: anId('org', 'organization_id'),
  recipient: aShortDigest('recipient'),
  source: aText('source'),
  scope: aText('scope'),
  maskedTo: aText('masked_to'),
  reason: aText('reason'),
  createdAtMs: anInteger('created_at'),
})

export const recipientIds = recordTable<RecipientId>('recipient_ids', {
  recipientIdKey: aShortDigest('id'),
  number: aTextOrNone('number'),
  organizationIds: aValue('organization_ids'),
  learnedAtMs: anInteger('learned_at'),
})
