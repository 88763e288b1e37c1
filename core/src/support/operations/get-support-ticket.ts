import { reading } from '../../runner/use-cases/implementation.js'
import { readTicketFile } from './ticket-file.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { READ_ALONE, TICKET_FILE } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { readRequest } from '../../runner/domain/entries/request.js'
import { ticketId as ticketIdField } from './shapes.js'

/** A ticket of any Organization with its replies and attachments. */
export const getSupportTicketEntry = entryOf('Support', 'getSupportTicket', {
  ...READ_ALONE,
  summary: 'Read a ticket with its replies and attachments',
  description: 'Returns the ticket of any Organization with all replies and attachments.',
  live: runAgain('act'),
  request: readRequest({ ticketId: ticketIdField }, {}),
  result: TICKET_FILE,
})

export const getSupportTicket = reading(getSupportTicketEntry, {
  accesses: ({ ticketId }) => ticketId,
  read: readTicketFile,
})
