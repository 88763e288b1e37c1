import type { Attachment } from '@postrider/core/support/domain/attachment'
import type { Chat, ChatMessage } from '@postrider/core/support/domain/chat'
import type { Reply, Ticket } from '@postrider/core/support/domain/ticket'
import { aDigest, aText, anId, anIdOrNone, anInteger, anIntegerOrNone } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const chats = recordTable<Chat>('chats', {
  chatId: anId('cht', 'id'),
  organizationId: anId('org', 'organization_id'),
  subject: aText('subject'),
  status: aText('status'),
  openedBy: anId('usr', 'opened_by'),
  operatorId: anIdOrNone('usr', 'operator_id'),
  ticketId: anIdOrNone('tkt', 'ticket_id'),
  messages: anInteger('messages'),
  createdAtMs: anInteger('created_at'),
  updatedAtMs: anInteger('updated_at'),
})

export const chatMessages = recordTable<ChatMessage>('chat_messages', {
  chatMessageId: anId('chm', 'id'),
  chatId: anId('cht', 'chat_id'),
  organizationId: anId('org', 'organization_id'),
  author: aText('author'),
  authorId: aText('author_id'),
  text: aText('said'),
  atMs: anInteger('at'),
})

export const tickets = recordTable<Ticket>('tickets', {
  ticketId: anId('tkt', 'id'),
  organizationId: anId('org', 'organization_id'),
  subject: aText('subject'),
  category: aText('category'),
  priority: aText('priority'),
  status: aText('status'),
  openedBy: anId('usr', 'opened_by'),
  operatorId: anIdOrNone('usr', 'operator_id'),
  chatId: anIdOrNone('cht', 'chat_id'),
  createdAtMs: anInteger('created_at'),
  updatedAtMs: anInteger('updated_at'),
})

export const replies = recordTable<Reply>('replies', {
  replyId: anId('rpl', 'id'),
  ticketId: anId('tkt', 'ticket_id'),
  organizationId: anId('org', 'organization_id'),
  author: aText('author'),
  authorId: aText('author_id'),
  text: aText('said'),
  atMs: anInteger('at'),
})

export const attachments = recordTable<Attachment>('attachments', {
  attachmentId: anId('att', 'id'),
  organizationId: anId('org', 'organization_id'),
  ticketId: anIdOrNone('tkt', 'ticket_id'),
  fileName: aText('file_name'),
  contentType: aText('content_type'),
  sizeBytes: anInteger('size_bytes'),
  sha256: aDigest('sha256'),
  createdBy: anId('usr', 'created_by'),
  createdAtMs: anInteger('created_at'),
  registeredAtMs: anIntegerOrNone('registered_at'),
})
