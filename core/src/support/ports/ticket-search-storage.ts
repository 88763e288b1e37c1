import type { OrganizationId, TicketId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Ticket } from '../domain/ticket.js'
import type { TE } from '../../fp.js'
import type { PartOf } from '../../kernel/ports/part-of.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** The filter of a ticket search. */
export interface TicketSearch {
  /** Undefined: all Organizations' tickets, also by the names of their customers. */
  readonly organizationId: OrganizationId | undefined
  /** Word prefixes as `wordsOf` returns them, at least one; a ticket must have a word for each of them. */
  readonly words: readonly string[]
  /** The last ticket of the previous page. */
  readonly before: TicketId | undefined
  readonly limit: number
}

/** The result of one indexing batch. */
export interface TicketIndexProgress {
  readonly isMore: boolean
}

/** Tickets by the words of their subjects and replies (docs/decisions/0081). */
export interface TicketSearchStorage {
  /**
   * Indexes the words of the next opened or changed tickets, in the order of their changes, and stores its
   * position in the same transaction. Reads about `most` texts. Reads changes of the last minute again,
   * because their transactions may have committed in any order.
   */
  index(most: number): TE.TaskEither<StorageUnavailable, TicketIndexProgress>
  /** How many tickets changed over a minute ago and aren't indexed yet; counts up to `most`. */
  waiting(most: number): TE.TaskEither<StorageUnavailable, number>
  /**
   * Tickets with all these words, newest first. A page reads a limited number of rows, whatever the words
   * are.
   */
  find(search: TicketSearch): TE.TaskEither<StorageUnavailable, AsOf<PartOf<Ticket, TicketId>>>
  /** The ticket; undefined if it doesn't exist. */
  byId(ticketId: TicketId): TE.TaskEither<StorageUnavailable, AsOf<Ticket | undefined>>
}
