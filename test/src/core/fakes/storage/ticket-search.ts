import type { Ticket } from '@postrider/core/support/domain/ticket'
import { wordsOf } from '@postrider/core/support/domain/ticket-words'
import type { TicketSearchStorage } from '@postrider/core/support/ports/ticket-search-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

/** Names by which only the platform's own people find a ticket. */
const namesOf = (
  { catalog, people }: MemoryTables,
  { organizationId, openedBy }: Ticket,
): readonly string[] => {
  const organization = catalog.organizations.find((one) => one.organizationId === organizationId)
  const user = people.users.get(openedBy)
  return [
    ...(organization === undefined ? [] : [organization.displayName]),
    ...(user === undefined ? [] : [user.displayName, user.email]),
  ]
}

/** Search in tickets, in memory: all are looked at, so that there is nothing to index. */
export const memoryTicketSearch = (tables: MemoryTables, calls: Calls): TicketSearchStorage => {
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  const { support } = tables
  const textsOf = (ticket: Ticket, isOwn: boolean): readonly string[] => [
    ticket.subject,
    ...support.replies.filter(({ ticketId }) => ticketId === ticket.ticketId).map(({ text }) => text),
    ...(isOwn ? [] : namesOf(tables, ticket)),
  ]
  return {
    index: () => calls.reading('indexTickets', () => ({ isMore: false })),
    waiting: () => calls.reading('unindexedTickets', () => 0),
    find: ({ organizationId, words, before, limit }) =>
      calls.reading('findTickets', () => {
        const isOwn = organizationId !== undefined
        const isFound = (ticket: Ticket): boolean => {
          const known = textsOf(ticket, isOwn).flatMap((text) => wordsOf(text))
          return words.every((sought) => known.some((word) => word.startsWith(sought)))
        }
        const found = [...support.tickets.values()]
          .filter((one) => !isOwn || one.organizationId === organizationId)
          .filter(({ ticketId }) => before === undefined || ticketId < before)
          .filter(isFound)
          .sort((one, other) => (one.ticketId < other.ticketId ? 1 : -1))
        const shown = found.slice(0, limit)
        return asOf({ found: shown, before: found.length > limit ? shown.at(-1)?.ticketId : undefined })
      }),
    byId: (ticketId) => calls.reading('ticketById', () => asOf(support.tickets.get(ticketId))),
  }
}
