import { ticketView } from './views.js'
import type { Ticket } from '../domain/ticket.js'
import { E } from '../../fp.js'
import { checkOpenTickets } from '../use-cases/check-open-tickets.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_TICKETS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { subject as subjectField, supportText } from '../../runner/domain/fields/written-texts.js'
import { ticketCategory, ticketPriority, ticketShape } from './shapes.js'

/** Opens a ticket; the text is its first reply. Conflict if the Organization has too many open tickets. */
export const createSupportTicketEntry = entryOf('Support', 'createSupportTicket', {
  ...SUPPORT_TICKETS,
  summary: 'Open a ticket',
  description: 'Opens a ticket with its first text. Support replies in the ticket.',
  success: 'The ticket is opened.',
  tenant: 'organizationId',
  mutation: true,
  effect: 'adds',
  quotas: ['openTickets'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      subject: subjectField,
      text: supportText,
      category: ticketCategory,
      priority: ticketPriority,
    },
    {},
  ),
  result: mutationResult({ ticket: ticketShape }, {}),
})

export const createSupportTicket = mutation(createSupportTicketEntry, {
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
