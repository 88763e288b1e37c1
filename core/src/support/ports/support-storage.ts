import type { AttachmentId, ChatId, ChatMessageId, OrganizationId, TicketId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Attachment } from '../domain/attachment.js'
import type { Chat, ChatMessage } from '../domain/chat.js'
import type { Reply, Ticket, TicketStatus } from '../domain/ticket.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A ticket with its replies and attachments, read at one moment. */
export interface TicketFile {
  readonly ticket: Ticket
  /** In order. */
  readonly replies: readonly Reply[]
  readonly attachments: readonly Attachment[]
}

/** A chat and a page of its messages. */
export interface ChatPage {
  readonly chat: Chat
  readonly messages: readonly ChatMessage[]
}

/** The conversations between customers and super admins. */
export interface SupportStorage {
  /** The ticket with its replies and attachments; undefined if it doesn't exist. */
  ticket(ticketId: TicketId): TE.TaskEither<StorageUnavailable, AsOf<TicketFile | undefined>>
  /** The Organization's tickets, newest first, before the given one. */
  tickets(
    organizationId: OrganizationId,
    status: TicketStatus | undefined,
    before: TicketId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Ticket[]>>
  /** The Organization's chats, newest first, before the given one. */
  chats(
    organizationId: OrganizationId,
    before: ChatId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Chat[]>>
  /** The chat and its messages in order, after the given one. */
  chat(
    chatId: ChatId,
    after: ChatMessageId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<ChatPage | undefined>>
  /** The attachment, with or without a ticket; undefined if it doesn't exist. */
  attachment(attachmentId: AttachmentId): TE.TaskEither<StorageUnavailable, AsOf<Attachment | undefined>>
  /** Attachments that were announced before this moment and never registered, oldest first. */
  abandonedAttachments(
    beforeMs: EpochMs,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly Attachment[]>
  /** Deletes the records of attachments that were never registered. */
  removeAttachments(attachments: readonly Attachment[]): TE.TaskEither<StorageUnavailable, void>
}
