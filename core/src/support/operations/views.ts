import type * as t from 'io-ts'
import type { RegisteredAttachment } from '../domain/attachment.js'
import type { Chat, ChatMessage } from '../domain/chat.js'
import type { Reply, Ticket } from '../domain/ticket.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import type { attachmentShape, chatMessageShape, chatShape, replyShape, ticketShape } from './shapes.js'
import { present } from '../../kernel/present.js'

/** A chat in the form of responses (docs/api/support#chats). */
export const chatView = (chat: Chat): t.TypeOf<typeof chatShape> => ({
  chatId: chat.chatId,
  organizationId: chat.organizationId,
  subject: chat.subject,
  status: chat.status,
  createdAt: isoTime(chat.createdAtMs),
  updatedAt: isoTime(chat.updatedAtMs),
  ...present({ ticketId: chat.ticketId }),
})

/** A chat message in the form of responses; it shows the author's side, not the person. */
export const chatMessageView = ({
  chatMessageId,
  chatId,
  author,
  text,
  atMs,
}: ChatMessage): t.TypeOf<typeof chatMessageShape> => ({
  chatMessageId,
  chatId,
  author,
  text,
  at: isoTime(atMs),
})

/** A ticket in the form of responses (docs/api/support#tickets). */
export const ticketView = (ticket: Ticket): t.TypeOf<typeof ticketShape> => ({
  ticketId: ticket.ticketId,
  organizationId: ticket.organizationId,
  subject: ticket.subject,
  category: ticket.category,
  priority: ticket.priority,
  status: ticket.status,
  createdAt: isoTime(ticket.createdAtMs),
  updatedAt: isoTime(ticket.updatedAtMs),
  ...present({ chatId: ticket.chatId }),
})

/** A reply in the form of responses; it shows the author's side, not the person. */
export const replyView = ({ replyId, ticketId, author, text, atMs }: Reply): t.TypeOf<typeof replyShape> => ({
  replyId,
  ticketId,
  author,
  text,
  at: isoTime(atMs),
})

/** A file on a ticket, in the form of responses. */
export const attachmentView = (attachment: RegisteredAttachment): t.TypeOf<typeof attachmentShape> => ({
  attachmentId: attachment.attachmentId,
  ticketId: attachment.ticketId,
  fileName: attachment.fileName,
  contentType: attachment.contentType,
  sizeBytes: attachment.sizeBytes,
  sha256: attachment.sha256,
  createdAt: isoTime(attachment.createdAtMs),
  registeredAt: isoTime(attachment.registeredAtMs),
})
