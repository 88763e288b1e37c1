import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import type { ChatId, ChatMessageId, OrganizationId, TicketId, UserId } from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { type Author, assigneeOf } from './ticket.js'

export const CHAT_STATUSES = ['waiting', 'active', 'closed', 'escalated'] as const

/** The statuses of an open chat. */
export const OPEN_CHAT_STATUSES = ['waiting', 'active'] as const

export type ChatStatus = (typeof CHAT_STATUSES)[number]

/** A conversation with a super admin (docs/api/support#chats). */
export interface Chat {
  readonly chatId: ChatId
  readonly organizationId: OrganizationId
  readonly subject: string
  readonly status: ChatStatus
  readonly openedBy: UserId
  /** The super admin it is assigned to: the first who accepted it or wrote in it; undefined: unassigned. */
  readonly operatorId: UserId | undefined
  /** The ticket that it was turned into. */
  readonly ticketId: TicketId | undefined
  /** The number of its messages. */
  readonly messages: number
  readonly createdAtMs: EpochMs
  readonly updatedAtMs: EpochMs
}

export interface ChatMessage {
  readonly chatMessageId: ChatMessageId
  readonly chatId: ChatId
  readonly organizationId: OrganizationId
  readonly author: Author
  readonly authorId: string
  readonly text: string
  readonly atMs: EpochMs
}

const isOver = ({ status }: Chat): boolean => !OPEN_CHAT_STATUSES.some((open) => open === status)

/**
 * The chat after another message; a super admin's first message accepts a waiting chat. Conflict if it is
 * closed or full (docs/api/support#chats).
 */
export const afterMessage = (
  chat: Chat,
  { author, authorId }: Pick<ChatMessage, 'author' | 'authorId'>,
  atMs: EpochMs,
): E.Either<Refusal, Chat> => {
  if (isOver(chat)) return E.left(refusal('Conflict'))
  if (chat.messages >= QUOTAS.chatMessages.most) return E.left(quotaReached('chatMessages'))
  const status = author === 'operator' ? 'active' : chat.status
  const operatorId = chat.operatorId ?? assigneeOf(author, authorId)
  return E.right({ ...chat, status, operatorId, messages: chat.messages + 1, updatedAtMs: atMs })
}

/**
 * The chat after a super admin accepted it; Conflict if it isn't waiting, because it is already accepted or
 * closed.
 */
export const takeChat = (chat: Chat, operatorId: UserId, atMs: EpochMs): E.Either<Refusal, Chat> =>
  chat.status === 'waiting'
    ? E.right({ ...chat, status: 'active', operatorId: chat.operatorId ?? operatorId, updatedAtMs: atMs })
    : E.left(refusal('Conflict'))

/** The chat after its end: closed, or turned into a ticket. Conflict if it has already ended. */
export const endChat = (
  chat: Chat,
  ticketId: TicketId | undefined,
  atMs: EpochMs,
): E.Either<Refusal, Chat> =>
  isOver(chat)
    ? E.left(refusal('Conflict'))
    : E.right({
        ...chat,
        status: ticketId === undefined ? 'closed' : 'escalated',
        ticketId,
        updatedAtMs: atMs,
      })
