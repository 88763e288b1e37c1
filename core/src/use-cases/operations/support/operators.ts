import type { ChatId, TicketId } from '../../../domain/ids/id.js'
import type { ResultOf } from '../../../domain/operations/registry.js'
import { chatView, replyView, ticketView } from '../../../domain/operations/support/views.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { Waiting } from '../../../ports/storage/administration-storage.js'
import { addOperatorsReply } from '../../support/reply-as-operator.js'
import { type Implementations, mutation, type Reading } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { pageOfEither } from '../running/page.js'

type Needs = Pick<Ports, 'storage' | 'ids' | 'digests'>

interface Entry {
  readonly id: TicketId | ChatId
  readonly shown: ResultOf<'listSupportQueue'>['waiting'][number]
}

/** Identifiers are in the order of time, whatever they are of. */
const ageOf = ({ id }: Entry): string => id.slice('tkt_'.length)

/** Tickets and chats in one line, oldest first. */
const inLine = ({ tickets, chats }: Waiting): readonly Entry[] =>
  [
    ...tickets.map((ticket): Entry => ({
      id: ticket.ticketId,
      shown: { kind: 'ticket', ticket: ticketView(ticket) },
    })),
    ...chats.map((chat): Entry => ({ id: chat.chatId, shown: { kind: 'chat', chat: chatView(chat) } })),
  ].sort((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))

/** What waits for an operator, oldest first. */
const listSupportQueue =
  ({ storage, digests }: Needs): Reading<'listSupportQueue'> =>
  ({ request }) =>
  async () => {
    const { priority } = request
    const page = pageOfEither(digests, ['tkt', 'cht'], ['listSupportQueue', priority], request)
    if (E.isLeft(page)) return page
    const { position, readAhead, cut } = page.right
    const read = await storage.administration.waiting(priority, position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(inLine(value), ({ id }) => id)
    const result = { waiting: shown.map((entry) => entry.shown), nextCursor }
    return E.right({ epoch, value: { organizationId: undefined, result } })
  }

/** Replies to a ticket in the operator's name. NotFound for an unknown one, Conflict where it is full. */
const replySupportTicket = (needs: Needs) =>
  mutation<'replySupportTicket'>('shared', async (unit, { request, facts, nowMs }) => {
    const { text, status, reason } = request
    const ticketId = knownId('tkt', request.ticketId)
    if (E.isLeft(ticketId)) return ticketId
    const said = { ticketId: ticketId.right, text, status, authorId: facts.user.userId }
    const done = await addOperatorsReply(needs, unit, said, nowMs)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { ticket: ticketView(result.ticket), reply: replyView(result.reply) },
      about: { ...about, reason },
    })
  })

/** What operators answer to customers. */
export const adminSupportImplementations = (
  needs: Needs,
): Pick<Implementations, 'listSupportQueue' | 'replySupportTicket'> => ({
  listSupportQueue: listSupportQueue(needs),
  replySupportTicket: replySupportTicket(needs),
})
