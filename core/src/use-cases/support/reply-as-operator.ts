import type { TicketId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { Reply, Ticket, TicketStatus } from '../../domain/support/ticket.js'
import { E, type TE } from '../../fp.js'
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'
import { addReply } from './add-reply.js'
import { checkText } from './check-text.js'

/** An order to reply to a ticket; what it shall be afterwards, where the operator says so. */
export interface ReplyOrder extends Order {
  readonly ticketId: TicketId
  readonly text: string
  readonly status?: TicketStatus
}

/**
 * Replies to a ticket. Where the operator does not say what it shall be, an open one then waits for the customer, and
 * any other stays as it is. InvalidRequest for a text that breaks its rules, NotFound for an unknown ticket, Conflict
 * where it is full.
 */
export const replyAsOperator =
  (needs: OrderNeeds) =>
  ({
    ticketId,
    text,
    status,
    ...order
  }: ReplyOrder): TE.TaskEither<Refusal | Outage, { readonly ticket: Ticket; readonly reply: Reply }> =>
    carryOut(needs)(order, {
      action: 'ticket.reply',
      hold: 'shared',
      problems: checkText(text),
      work: async (unit, nowMs) => {
        const before = await unit.tickets.lock(ticketId)
        if (before === undefined) return E.left(refusal('NotFound'))
        const said = { author: 'operator', authorId: order.actor.id, text, wished: status } as const
        const added = await addReply(needs, unit, before, said, nowMs)
        if (E.isLeft(added)) return added
        const { ticket, reply } = added.right
        const details = { replyId: reply.replyId, status: ticket.status }
        const about = { target: ticketId, organizationId: ticket.organizationId, details }
        return E.right({ about, result: added.right })
      },
    })
