import type { OrganizationId, TicketId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Ticket } from '../domain/ticket.js'
import type { TE } from '../../fp.js'
import type { PartOf } from '../../kernel/ports/part-of.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Which tickets are searched, and for what. */
export interface TicketSearch {
  /** Undefined: all Organizations' tickets, also by the names of their customers. */
  readonly organizationId: OrganizationId | undefined
  /** Beginnings of words as `wordsOf` returns them, at least one; a ticket has a word for each of them. */
  readonly words: readonly string[]
  /** The ticket that was shown last. */
  readonly before: TicketId | undefined
  readonly limit: number
}

/** The work that one batch of indexing did. */
export interface TicketIndexProgress {
  readonly isMore: boolean
}

/** Tickets by the words of their subjects and replies (docs/decisions/0089). */
export interface TicketSearchStorage {
  /**
   * Adds the words of the next tickets that were opened or changed to the index, in the order of their changes, and stores
   * its position in the same transaction. Reads about `most` texts. Looks again at changes of the last minute, since
   * their transactions may have committed in any order.
   */
  index(most: number): TE.TaskEither<StorageUnavailable, TicketIndexProgress>
  /** How many tickets changed over a minute ago and aren't indexed yet; counts up to `most`. */
  waiting(most: number): TE.TaskEither<StorageUnavailable, number>
  /** Tickets with all these words, newest first. A page looks at a bounded number of rows, whatever the words are. */
  find(search: TicketSearch): TE.TaskEither<StorageUnavailable, AsOf<PartOf<Ticket, TicketId>>>
  /** The ticket; undefined if it doesn't exist. */
  byId(ticketId: TicketId): TE.TaskEither<StorageUnavailable, AsOf<Ticket | undefined>>
}
