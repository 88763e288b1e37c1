import { reading } from '../../runner/use-cases/implementation.js'
import { readTicketFile } from './ticket-file.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_TICKETS, TICKET_FILE } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { readRequest } from '../../runner/domain/entries/request.js'
import { ticketId } from './shapes.js'

/** A ticket with its replies and attachments. */
export const getCustomerSupportTicketEntry = entryOf('Support', 'getCustomerSupportTicket', {
  ...SUPPORT_TICKETS,
  summary: 'Read a ticket with its replies and attachments',
  description: 'Returns the ticket with all replies and attachments.',
  success: 'The ticket with its replies and attachments.',
  tenant: 'ticketId',
  mutation: false,
  effect: 'reads',
  live: runAgain('act'),
  request: readRequest({ ticketId }, {}),
  result: TICKET_FILE,
})

export const getCustomerSupportTicket = reading(getCustomerSupportTicketEntry, {
  read: readTicketFile,
})
