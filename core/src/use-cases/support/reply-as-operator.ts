import type { TicketId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { Reply, Ticket, TicketStatus } from '../../domain/support/ticket.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import { carryOut, type CarriedOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'
import { addReply } from './add-reply.js'
import { checkText } from './check-text.js'

/** An order to reply to a ticket; what it shall be afterwards, where the operator says so. */
export interface ReplyOrder extends Order {
  readonly ticketId: TicketId
  readonly text: string
  readonly status?: TicketStatus
}

/** The ticket after a reply, and the reply. */
export interface Replied {
  readonly ticket: Ticket
  readonly reply: Reply
}

/** What an operator replies, and who he is. */
export interface OperatorsReply extends Pick<ReplyOrder, 'ticketId' | 'text'> {
  readonly authorId: string
  readonly status?: TicketStatus | undefined
}

/** Adds an operator's reply in a unit. NotFound, Conflict as below. */
export const addOperatorsReply = async (
  needs: Pick<Ports, 'ids'>,
  unit: UnitOfWork,
  { ticketId, text, authorId, status }: OperatorsReply,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, CarriedOut<Replied>>> => {
  const before = await unit.tickets.lock(ticketId)
  if (before === undefined) return E.left(refusal('NotFound'))
  const added = await addReply(
    needs,
    unit,
    before,
    { author: 'operator', authorId, text, wished: status },
    nowMs,
  )
  if (E.isLeft(added)) return added
  const { ticket, reply } = added.right
  const details = { replyId: reply.replyId, status: ticket.status }
  return E.right({
    about: { target: ticketId, organizationId: ticket.organizationId, details },
    result: added.right,
  })
}

/**
 * Replies to a ticket. Where the operator does not say what it shall be, an open one then waits for the customer, and
 * any other stays as it is. InvalidRequest for a text that breaks its rules, NotFound for an unknown ticket, Conflict
 * where it is full.
 */
export const replyAsOperator =
  (needs: OrderNeeds) =>
  ({ ticketId, text, status, ...order }: ReplyOrder): TE.TaskEither<Refusal | Outage, Replied> =>
    carryOut(needs)(order, {
      action: 'ticket.reply',
      hold: 'shared',
      problems: checkText(text),
      work: (unit, nowMs) =>
        addOperatorsReply(needs, unit, { ticketId, text, authorId: order.actor.id, status }, nowMs),
    })
