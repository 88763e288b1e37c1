import { isId, type OrganizationId, type TicketId } from '../../kernel/ids/id.js'
import { ticketView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { Ticket } from '../domain/ticket.js'
import { MOST_SOUGHT_WORDS, wordsOf } from '../domain/ticket-words.js'
import { E } from '../../fp.js'
import type { PartOf } from '../../kernel/ports/part-of.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { TicketSearch, TicketSearchStorage } from '../ports/ticket-search-storage.js'
import { boundedListing, type Page } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { CHATS_AT_WEBSITE, SUPPORT_OPERATORS } from './entry-parts.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { ticketSearchText, ticketShape, ticketSearchFields, supportCaseShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'

/** Refuses a text without a searchable word. */
const inspect = ({ text = '' }: { readonly text?: string | undefined }): readonly FieldProblem[] =>
  wordsOf(text, 1).length > 0
    ? []
    : [
        bodyProblem(
          '/text',
          'format',
          'The search text must contain a ticket ID, or a word of at least 2 letters or digits.',
        ),
      ]

interface FoundTickets extends PartOf<Ticket, TicketId> {
  readonly isIndexed: boolean
}

/** The ticket with this id, unless it is another Organization's or was shown on an earlier page. */
const oneTicket = async (
  storage: TicketSearchStorage,
  ticketId: TicketId,
  { organizationId, before }: Omit<TicketSearch, 'words'>,
): Promise<E.Either<Outage, AsOf<PartOf<Ticket, TicketId>>>> => {
  const read = await storage.byId(ticketId)()
  if (E.isLeft(read)) return read
  const { epoch, value: ticket } = read.right
  const isFound =
    ticket !== undefined &&
    (organizationId === undefined || ticket.organizationId === organizationId) &&
    before === undefined
  return E.right({ epoch, value: { found: isFound ? [ticket] : [], before: undefined } })
}

interface Needs {
  readonly storage: { readonly ticketSearch: TicketSearchStorage }
}

/** Reads a page of the tickets that match a text: of one Organization, or of all if it is undefined. */
const findTickets = async (
  text: string,
  organizationId: OrganizationId | undefined,
  { position: before, limit }: Page<TicketId>,
  { storage: { ticketSearch } }: Needs,
): Promise<E.Either<Outage, AsOf<FoundTickets>>> => {
  const waiting = await ticketSearch.waiting(1)()
  if (E.isLeft(waiting)) return waiting
  const sought = text.trim()
  const words = wordsOf(sought, MOST_SOUGHT_WORDS)
  const search = { organizationId, before, limit }
  const ids = isId('tkt', sought) ? oneTicket(ticketSearch, sought, search) : undefined
  const found = await (ids ?? ticketSearch.find({ ...search, words })())
  return E.map(({ epoch, value }: AsOf<PartOf<Ticket, TicketId>>) => ({
    epoch,
    value: { ...value, isIndexed: waiting.right === 0 },
  }))(found)
}

export const findCustomerSupportTicketsEntry = entryOf('Support', 'findCustomerSupportTickets', {
  ...CHATS_AT_WEBSITE,
  summary: "Search an Organization's tickets",
  description:
    'Searches the words of subjects and replies, or a ticket ID, in any status, newest first. New words can be found some seconds after they were written. A page may have fewer tickets than `limit`, even none, while there are more.',
  tenant: 'organizationId',
  request: pageRequest({ organizationId: organizationIdField, text: ticketSearchText }, {}),
  result: pageResult({
    tickets: list(ticketShape, { description: 'The tickets on this page.' }),
    ...ticketSearchFields,
  }),
})

export const findCustomerSupportTickets = boundedListing(findCustomerSupportTicketsEntry, {
  inspect,
  positions: byId('tkt'),
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    return E.right({ organizationId, text: call.request.text })
  },
  read: ({ organizationId, text }, page, needs) => findTickets(text, organizationId, page, needs),
  show: ({ found, isIndexed }) => ({ tickets: found.map(ticketView), isIndexed }),
})

export const findSupportTicketsEntry = entryOf('Support', 'findSupportTickets', {
  ...SUPPORT_OPERATORS,
  audiences: ['adminConsole'],
  keyKinds: [],
  summary: 'Search the tickets of all Organizations',
  description:
    "Searches by ticket ID, or by words of subjects, replies, the Organization's name, and the name and email address of the person who opened the ticket. Covers any status, newest first. New words can be found some seconds after they were written. A page may have fewer tickets than `limit`, even none, while there are more.",
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgain('act'),
  request: pageRequest({ text: ticketSearchText }, {}),
  result: pageResult({
    cases: list(supportCaseShape, { description: 'The tickets on this page.' }),
    ...ticketSearchFields,
  }),
})

export const findSupportTickets = boundedListing(findSupportTicketsEntry, {
  inspect,
  positions: byId('tkt'),
  query: ({ request: { text } }) => E.right({ text }),
  read: ({ text }, page, needs) => findTickets(text, undefined, page, needs),
  show: ({ found, isIndexed }) => ({
    isIndexed,
    cases: found.map((ticket) => ({
      kind: 'ticket' as const,
      operatorId: ticket.operatorId ?? null,
      ticket: ticketView(ticket),
    })),
  }),
})
