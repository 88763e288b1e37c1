import { ticketView } from './views.js'
import { E } from '../../fp.js'
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_TICKETS } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { ticketStatus, ticketShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** An Organization's tickets, newest first, of all statuses or one. */
export const listCustomerSupportTicketsEntry = entryOf('Support', 'listCustomerSupportTickets', {
  ...SUPPORT_TICKETS,
  summary: "List an Organization's tickets",
  description: 'Lists tickets of the Organization. With `status`, only those in that status.',
  success: 'A page of tickets.',
  tenant: 'organizationId',
  mutation: false,
  effect: 'reads',
  live: runAgain('act'),
  request: pageRequest({ organizationId: organizationIdField }, { status: ticketStatus }),
  result: pageResult({ tickets: list(ticketShape, { description: 'The tickets on this page.' }) }),
})

export const listCustomerSupportTickets = listing(listCustomerSupportTicketsEntry, {
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
