import {
  type ChatId,
  isId,
  type OrganizationId,
  type ReplyId,
  type TicketId,
  type UserId,
} from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'

export const TICKET_CATEGORIES = ['technical', 'billing', 'account', 'other'] as const
export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export const TICKET_STATUSES = ['open', 'waiting_customer', 'resolved', 'closed'] as const

export type TicketCategory = (typeof TICKET_CATEGORIES)[number]
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** The statuses of an open ticket. */
export const OPEN_TICKET_STATUSES = ['open', 'waiting_customer'] as const

/** The side that wrote a text in support. */
export type Author = 'customer' | 'operator'

/** The super admin, if a super admin is the author; undefined for customers. */
export const assigneeOf = (author: Author, authorId: string): UserId | undefined =>
  author === 'operator' && isId('usr', authorId) ? authorId : undefined

/** A request for help that is open until it is solved (docs/api/support#tickets). */
export interface Ticket {
  readonly ticketId: TicketId
  readonly organizationId: OrganizationId
  readonly subject: string
  readonly category: TicketCategory
  readonly priority: TicketPriority
  readonly status: TicketStatus
  readonly openedBy: UserId
  /** The super admin it is assigned to: the first who replied, or who had its chat; undefined: unassigned. */
  readonly operatorId: UserId | undefined
  /** The chat that was turned into it. */
  readonly chatId: ChatId | undefined
  readonly createdAtMs: EpochMs
  readonly updatedAtMs: EpochMs
}

/** A reply on a ticket; the first one is the text that it was opened with. */
export interface Reply {
  readonly replyId: ReplyId
  readonly ticketId: TicketId
  readonly organizationId: OrganizationId
  readonly author: Author
  readonly authorId: string
  readonly text: string
  readonly atMs: EpochMs
}

/**
 * The ticket after a reply. A customer's reply opens it, whatever its status (docs/api/support#tickets). A
 * super admin's reply sets the given status; without one, an open ticket then waits for the customer, and any
 * other status is unchanged.
 */
export const afterReply = (
  ticket: Ticket,
  { author, authorId }: Pick<Reply, 'author' | 'authorId'>,
  wished: TicketStatus | undefined,
  atMs: EpochMs,
): Ticket => {
  const afterOperator = wished ?? (ticket.status === 'open' ? 'waiting_customer' : ticket.status)
  const operatorId = ticket.operatorId ?? assigneeOf(author, authorId)
  return { ...ticket, status: author === 'customer' ? 'open' : afterOperator, operatorId, updatedAtMs: atMs }
}

/**
 * The ticket after its end; Conflict if it already has that status, or if a closed ticket would be resolved.
 */
export const endTicket = (
  ticket: Ticket,
  status: Extract<TicketStatus, 'resolved' | 'closed'>,
  atMs: EpochMs,
): E.Either<Refusal, Ticket> =>
  ticket.status === status || ticket.status === 'closed'
    ? E.left(refusal('Conflict'))
    : E.right({ ...ticket, status, updatedAtMs: atMs })
