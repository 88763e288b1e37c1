import { supportOperations } from './operations.js'
import { replyView, ticketView } from './views.js'
import type { Ticket } from '../domain/ticket.js'
import { E } from '../../fp.js'
import { addReply } from '../use-cases/add-reply.js'
import { checkOpenTickets } from '../use-cases/check-open-tickets.js'
import { mutation, reading } from '../../runner/use-cases/implementation.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { lockedTicket } from './locked-ticket.js'
import { readTicketFile } from './ticket-file.js'

/** Opens a ticket; the text is its first reply. Conflict where the Organization has as many open ones as it can have. */
export const createSupportTicket = mutation(supportOperations.createSupportTicket, {
  lock: 'shared',
  run: async (unit, call, { ids }) => {
    const { request, facts, nowMs } = call
    const { subject, category, priority, text } = request
    const { organizationId } = membershipOf(call).organization
    const free = await checkOpenTickets(unit, organizationId)
    if (E.isLeft(free)) return free
    const { userId } = facts.user
    const ticket: Ticket = {
      ticketId: ids.next('tkt'),
      organizationId,
      subject,
      category,
      priority,
      status: 'open',
      openedBy: userId,
      operatorId: undefined,
      chatId: undefined,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    const { ticketId } = ticket
    const replyId = ids.next('rpl')
    unit.tickets.add(ticket)
    unit.tickets.addReplies([
      { replyId, ticketId, organizationId, author: 'customer', authorId: userId, text, atMs: nowMs },
    ])
    return E.right({
      result: { ticket: ticketView(ticket) },
      about: { target: ticketId, details: { category, priority } },
    })
  },
})

/** An Organization's tickets, newest first, of any status or of one. */
export const listCustomerSupportTickets = listing(supportOperations.listCustomerSupportTickets, {
  positions: byId('tkt'),
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    return E.right({ organizationId, status: call.request.status })
  },
  read: ({ organizationId, status }, { position, readAhead }, { storage }) =>
    storage.support.tickets(organizationId, status, position, readAhead)(),
  positionOf: ({ ticketId }) => ticketId,
  show: (tickets) => ({ tickets: tickets.map(ticketView) }),
})

/** A ticket with all that belongs to it. */
export const getCustomerSupportTicket = reading(supportOperations.getCustomerSupportTicket, {
  read: readTicketFile,
})

/** Adds to a ticket, which is open from then on, whatever it was; Conflict where it is full. */
export const appendCustomerSupportReply = mutation(supportOperations.appendCustomerSupportReply, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const locked = await lockedTicket(unit, call)
    if (E.isLeft(locked)) return locked
    const { request, facts, nowMs } = call
    const newReply = { author: 'customer', authorId: facts.user.userId, text: request.text } as const
    const added = await addReply(needs, unit, locked.right, newReply, nowMs)
    if (E.isLeft(added)) return added
    const { ticket, reply } = added.right
    return E.right({
      result: { reply: replyView(reply) },
      about: { target: ticket.ticketId, details: { replyId: reply.replyId, status: ticket.status } },
    })
  },
})
