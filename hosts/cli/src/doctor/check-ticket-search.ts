import { E } from '@postrider/core/fp'
import type { TicketSearchStorage } from '@postrider/core/support/ports/ticket-search-storage'
import { fine, type Finding, wrong } from './finding.js'

interface Needs {
  readonly storage: { readonly ticketSearch: TicketSearchStorage }
}

/** Tickets are counted up to this many. */
const MOST_COUNTED = 10_000

/** How many tickets the ticket search doesn't find yet; after an update of Postrider there may be many. */
export const checkTicketSearch = async ({ storage }: Needs): Promise<readonly Finding[]> => {
  const counted = await storage.ticketSearch.waiting(MOST_COUNTED)()
  if (E.isLeft(counted)) return [wrong('ticket search', `cannot be read: ${counted.left.cause}`)]
  const waiting = counted.right
  if (waiting === 0) return [fine('ticket search', 'all tickets are indexed')]
  const number = waiting === MOST_COUNTED ? `at least ${waiting}` : String(waiting)
  const sentence = `${number} changed ${waiting === 1 ? 'ticket is' : 'tickets are'} not indexed yet`
  const advice = 'A running dispatcher indexes them step by step; run doctor again to see the progress.'
  return [{ verdict: 'note', part: 'ticket search', sentence, advice }]
}
