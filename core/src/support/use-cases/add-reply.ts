import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { afterReply, type Reply, type Ticket, type TicketStatus } from '../domain/ticket.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

/** A reply to a ticket, with the ticket's new status if the author may set it. */
export interface NewReply extends Pick<Reply, 'author' | 'authorId' | 'text'> {
  readonly wished?: TicketStatus | undefined
}

/** Adds a reply to a locked ticket; Conflict if it is full. */
export const addReply = async (
  { ids }: { readonly ids: Ids },
  unit: UnitOfWork,
  before: Ticket,
  { wished, ...content }: NewReply,
  atMs: EpochMs,
): Promise<E.Either<Refusal, { readonly ticket: Ticket; readonly reply: Reply }>> => {
  const { ticketId, organizationId } = before
  const replies = await unit.tickets.countReplies(ticketId, before.createdAtMs)
  if (replies >= QUOTAS.ticketReplies.most) return E.left(quotaReached('ticketReplies'))
  const ticket = afterReply(before, content, wished, atMs)
  const reply: Reply = { replyId: ids.next('rpl'), ticketId, organizationId, ...content, atMs }
  unit.tickets.replace(ticket)
  unit.tickets.addReplies([reply])
  return E.right({ ticket, reply })
}
