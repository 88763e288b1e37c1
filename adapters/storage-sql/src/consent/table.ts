import type { Suppression } from '@postrider/core/consent/domain/suppression'
import type { ConsentEntry } from '@postrider/core/consent/domain/consent-entry'
import { isGeneral, type OptIn } from '@postrider/core/consent/domain/opt-in'
import type { RecipientId } from '@postrider/core/consent/domain/recipient-id'
import { aShortDigest, aText, aTextOrNone, aValue, anId, anIdOrNone, anInteger } from '../rows/column.js'
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

/** The consent register: entries are only added. */
export const consents = recordTable<ConsentEntry>('consents', {
  consentId: anId('con', 'id'),
  organizationId: anId('org', 'organization_id'),
  recipient: aShortDigest('recipient'),
  maskedTo: aText('masked_to'),
  kind: aText('kind'),
  source: aText('source'),
  scope: aText('scope'),
  appId: anIdOrNone('app', 'app_id'),
  channel: aTextOrNone('channel'),
  evidence: aText('evidence'),
  givenAtMs: anInteger('given_at'),
  recordedAtMs: anInteger('recorded_at'),
})

/** Recipients' opt-ins. `is_general`: one of them is for all apps and channels. */
export const optIns = recordTable<OptIn>(
  'opt_ins',
  {
    organizationId: anId('org', 'organization_id'),
    recipient: aShortDigest('recipient'),
    grants: aValue('grants'),
  },
  { derived: { is_general: { write: ({ grants }) => (grants.some(isGeneral) ? 1 : 0) } } },
)
