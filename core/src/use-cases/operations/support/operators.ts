import type { ChatId, TicketId } from '../../../domain/ids/id.js'
import { supportOperations } from '../../../domain/operations/support/operations.js'
import { chatView, ticketView } from '../../../domain/operations/support/views.js'
import { E } from '../../../fp.js'
import type { SupportQueue } from '../../../ports/storage/administration-storage.js'
import type { DoneOf } from '../running/implementation.js'
import { listing } from '../running/listing.js'
import { byEitherId } from '../running/positions.js'

interface Entry {
  readonly id: TicketId | ChatId
  readonly shown: DoneOf<typeof supportOperations.listSupportQueue>['result']['waiting'][number]
}

/** Identifiers are in the order of time, whatever they are of. */
const ageOf = ({ id }: Entry): string => id.slice('tkt_'.length)

/** Tickets and chats in one queue, oldest first. */
const queueOf = ({ tickets, chats }: SupportQueue): readonly Entry[] =>
  [
    ...tickets.map((ticket): Entry => ({
      id: ticket.ticketId,
      shown: { kind: 'ticket', ticket: ticketView(ticket) },
    })),
    ...chats.map((chat): Entry => ({ id: chat.chatId, shown: { kind: 'chat', chat: chatView(chat) } })),
  ].sort((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))

/** What waits for an operator, oldest first. */
export const listSupportQueue = listing(supportOperations.listSupportQueue, {
  positions: byEitherId('tkt', 'cht'),
  query: ({ request }) => E.right({ priority: request.priority }),
  read: async ({ priority }, { position, readAhead }, { storage }) => {
    const read = await storage.administration.waiting(priority, position, readAhead)()
    return E.isLeft(read) ? read : E.right({ ...read.right, value: queueOf(read.right.value) })
  },
  positionOf: ({ id }) => id,
  show: (queue) => ({ waiting: queue.map((entry) => entry.shown) }),
})
