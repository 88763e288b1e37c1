import type { Challenge } from '@postrider/core/otp/domain/challenge'
import {
  aDigest,
  aShortDigest,
  aShortDigestOrNone,
  aText,
  anId,
  anInteger,
  anIntegerOrNone,
} from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const challenges = recordTable<Challenge>('otp_challenges', {
  messageId: anId('msg', 'message_id'),
  organizationId: anId('org', 'organization_id'),
  appId: anId('app', 'app_id'),
  channel: aText('channel'),
  destination: aShortDigest('destination'),
  prefix: aText('prefix'),
  mac: aDigest('mac'),
  attempts: anInteger('attempts'),
  state: aText('state'),
  createdAtMs: anInteger('created_at'),
  expiresAtMs: anInteger('expires_at'),
  verifiedAtMs: anIntegerOrNone('verified_at'),
  verifiedUnder: aShortDigestOrNone('verified_under'),
})
