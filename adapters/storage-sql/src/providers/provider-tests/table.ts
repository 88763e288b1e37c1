import type { ProviderTest } from '@postrider/core/providers/domain/provider-tests/provider-test'
import {
  anId,
  anInteger,
  anIntegerOrNone,
  aText,
  aTextOrNone,
  aValue,
  aValueOrNone,
} from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const providerTests = recordTable<ProviderTest>('provider_tests', {
  testId: anId('pts', 'id'),
  providerAccountId: anId('pac', 'provider_account_id'),
  messageId: anId('msg', 'message_id'),
  userId: anId('usr', 'user_id'),
  reason: aText('reason'),
  channel: aText('channel'),
  to: aText('recipient'),
  sender: aValue('sender'),
  registration: aValueOrNone('registration'),
  state: aText('state'),
  detail: aTextOrNone('detail'),
  isReported: aValueOrNone('is_reported'),
  requestedAtMs: anInteger('requested_at'),
  leaseUntilMs: anIntegerOrNone('lease_until'),
  providerMessageIds: aValue('provider_message_ids'),
  transcript: aValue('transcript'),
})
