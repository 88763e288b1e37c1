import type { ChatId, TicketId } from '../../kernel/ids/id.js'
import { chatView, ticketView } from './views.js'
import { E } from '../../fp.js'
import type { SupportQueue } from '../../platform/ports/administration-storage.js'
import type { DoneOf } from '../../runner/use-cases/implementation.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byEitherId } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_OPERATORS } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { ticketPriority, waitingShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

export const listSupportQueueEntry = entryOf('Support', 'listSupportQueue', {
  ...SUPPORT_OPERATORS,
  summary: 'List open tickets and waiting chats',
  description: 'Lists them oldest first. With `priority`, only open tickets of that priority.',
  success: 'A page of open tickets and waiting chats.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgainForAll('act'),
  request: pageRequest({}, { priority: ticketPriority }),
  result: pageResult({ waiting: list(waitingShape, { description: 'The tickets and chats on this page.' }) }),
})

interface Entry {
  readonly id: TicketId | ChatId
  readonly shown: DoneOf<typeof listSupportQueueEntry>['result']['waiting'][number]
}

/** Identifiers are ordered by time, whatever their prefix. */
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

export const listSupportQueue = listing(listSupportQueueEntry, {
  positions: byEitherId('tkt', 'cht'),
  query: ({ request }) => E.right({ priority: request.priority }),
  read: async ({ priority }, { position, readAhead }, { storage }) => {
    const read = await storage.administration.waiting(priority, position, readAhead)()
    return E.isLeft(read) ? read : E.right({ ...read.right, value: queueOf(read.right.value) })
  },
  positionOf: ({ id }) => id,
  show: (queue) => ({ waiting: queue.map((entry) => entry.shown) }),
})
