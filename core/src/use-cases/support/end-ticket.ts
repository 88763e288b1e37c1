import type { TicketId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { endTicket, type Ticket } from '../../domain/support/ticket.js'
import { E, type TE } from '../../fp.js'
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'

/** An order about a ticket. */
export interface TicketOrder extends Order {
  readonly ticketId: TicketId
}

const endAs =
  (action: string, status: 'resolved' | 'closed') =>
  (needs: OrderNeeds) =>
  ({ ticketId, ...order }: TicketOrder): TE.TaskEither<Refusal | Outage, Ticket> =>
    carryOut(needs)(order, {
      action,
      hold: 'shared',
      work: async ({ tickets }, nowMs) => {
        const before = await tickets.lock(ticketId)
        if (before === undefined) return E.left(refusal('NotFound'))
        const ended = endTicket(before, status, nowMs)
        if (E.isLeft(ended)) return ended
        tickets.replace(ended.right)
        const { organizationId } = ended.right
        return E.right({
          about: { target: ticketId, organizationId, details: { status } },
          result: ended.right,
        })
      },
    })

/** Calls a ticket solved. NotFound for an unknown one, Conflict for one that is resolved or closed. */
export const resolveTicket = endAs('ticket.resolve', 'resolved')

/** Closes a ticket, solved or not. NotFound for an unknown one, Conflict for one that is closed. */
export const closeTicket = endAs('ticket.close', 'closed')
