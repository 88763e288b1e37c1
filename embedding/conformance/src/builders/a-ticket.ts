import type { Attachment } from '@postrider/core/support/domain/attachment'
import type { Chat, ChatMessage } from '@postrider/core/support/domain/chat'
import type { Reply, Ticket } from '@postrider/core/support/domain/ticket'
import { fresh, NOW_MS } from './fresh.js'

/** A question about billing. */
export const aTicket = (overrides: Partial<Ticket> = {}): Ticket => ({
  ticketId: fresh.id('tkt'),
  organizationId: fresh.id('org'),
  subject: 'A charge that I do not know',
  category: 'billing',
  priority: 'normal',
  status: 'open',
  openedBy: fresh.id('usr'),
  operatorId: undefined,
  chatId: undefined,
  createdAtMs: NOW_MS,
  updatedAtMs: NOW_MS,
  ...overrides,
})

export const aReply = (overrides: Partial<Reply> = {}): Reply => ({
  replyId: fresh.id('rpl'),
  ticketId: fresh.id('tkt'),
  organizationId: fresh.id('org'),
  author: 'customer',
  authorId: fresh.id('usr'),
  text: 'What is this for?',
  atMs: NOW_MS,
  ...overrides,
})

/** A file that was registered for upload. */
export const anAttachment = (overrides: Partial<Attachment> = {}): Attachment => ({
  attachmentId: fresh.id('att'),
  organizationId: fresh.id('org'),
  ticketId: undefined,
  fileName: 'bill.pdf',
  contentType: 'application/pdf',
  sizeBytes: 1_234,
  sha256: fresh.hex(64),
  createdBy: fresh.id('usr'),
  createdAtMs: NOW_MS,
  registeredAtMs: undefined,
  ...overrides,
})

export const aChat = (overrides: Partial<Chat> = {}): Chat => ({
  chatId: fresh.id('cht'),
  organizationId: fresh.id('org'),
  subject: 'Nothing arrives',
  status: 'waiting',
  openedBy: fresh.id('usr'),
  operatorId: undefined,
  ticketId: undefined,
  messages: 0,
  createdAtMs: NOW_MS,
  updatedAtMs: NOW_MS,
  ...overrides,
})

export const aChatMessage = (overrides: Partial<ChatMessage> = {}): ChatMessage => ({
  chatMessageId: fresh.id('chm'),
  chatId: fresh.id('cht'),
  organizationId: fresh.id('org'),
  author: 'customer',
  authorId: fresh.id('usr'),
  text: 'Hello?',
  atMs: NOW_MS,
  ...overrides,
})
