import type { KeywordReply } from '@postrider/core/messaging/domain/inbound/keyword-reply'
import type { StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import { eventKeyDigest } from '../../cells/event-key-digest.js'
import {
  anId,
  anIdOrNone,
  anInteger,
  anIntegerOrNone,
  aText,
  aTextOrNone,
  aValueOrNone,
} from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const inboundMessages = recordTable<StoredInbound>(
  'inbound_messages',
  {
    inboundId: anId('inb', 'id'),
    providerAccountId: anId('pac', 'provider_account_id'),
    eventKey: aText('event_key'),
    to: aText('written_to'),
    from: aTextOrNone('written_by'),
    userId: aTextOrNone('user_id'),
    text: aText('said'),
    inReplyTo: aTextOrNone('in_reply_to'),
    consentChange: aValueOrNone('consent_change'),
    atMs: anIntegerOrNone('written_at'),
    receivedAtMs: anInteger('received_at'),
    organizationId: anIdOrNone('org', 'organization_id'),
    state: aText('state'),
    task: aTextOrNone('task'),
    raw: aText('raw'),
    missingParts: anIntegerOrNone('missing_parts'),
  },
  {
    derived: {
      event_digest: { isBinary: true, write: ({ eventKey }) => eventKeyDigest(eventKey) },
    },
  },
)

export const keywordReplies = recordTable<KeywordReply>('keyword_replies', {
  inboundId: anId('inb', 'id'),
  messageId: anId('msg', 'message_id'),
  organizationId: anId('org', 'organization_id'),
  appId: anId('app', 'app_id'),
  channel: aText('channel'),
  kind: aText('kind'),
  sender: aText('sender'),
  to: aText('sent_to'),
  receivedAtMs: anInteger('received_at'),
})
