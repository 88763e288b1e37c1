import { attachmentView, replyView, ticketView } from '../../../domain/operations/support/views.js'
import { isRegistered } from '../../../domain/support/attachment.js'
import type { Ticket } from '../../../domain/support/ticket.js'
import { E, pipe, TE } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { TicketFile } from '../../../ports/storage/support-storage.js'
import { addReply } from '../../support/add-reply.js'
import { heldTicket } from './held-ticket.js'
import { type Implementations, mutation, type Reading } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { pageOf } from '../running/page.js'
import { placeOf } from '../running/place-of.js'

type Needs = Pick<Ports, 'storage' | 'ids' | 'digests'>

/** Opens a ticket; the text is its first reply. */
const createSupportTicket = ({ ids }: Needs) =>
  mutation<'createSupportTicket'>('shared', async (unit, call) => {
    const { request, facts, nowMs } = call
    const { subject, category, priority, text } = request
    const { organizationId } = placeOf(call).organization
    const { userId } = facts.user
    const ticket: Ticket = {
      ticketId: ids.next('tkt'),
      organizationId,
      subject,
      category,
      priority,
      status: 'open',
      openedBy: userId,
      chatId: undefined,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    const { ticketId } = ticket
    const replyId = ids.next('rpl')
    unit.tickets.add(ticket)
    unit.tickets.addReplies([
      { replyId, ticketId, organizationId, author: 'customer', authorId: userId, text, atMs: nowMs },
    ])
    return E.right({
      result: { ticket: ticketView(ticket) },
      about: { target: ticketId, details: { category, priority } },
    })
  })

/** An Organization's tickets, newest first, of any status or of one. */
const listCustomerSupportTickets =
  ({ storage, digests }: Needs): Reading<'listCustomerSupportTickets'> =>
  (call) =>
  async () => {
    const { request } = call
    const { status } = request
    const { organizationId } = placeOf(call).organization
    const page = pageOf(digests, 'tkt', ['listCustomerSupportTickets', organizationId, status], request)
    if (E.isLeft(page)) return page
    const { position, readAhead, cut } = page.right
    const read = await storage.support.tickets(organizationId, status, position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(value, ({ ticketId }) => ticketId)
    return E.right({
      epoch,
      value: { organizationId, result: { tickets: shown.map(ticketView), nextCursor } },
    })
  }

const fileView = ({ ticket, replies, attachments }: TicketFile) => ({
  organizationId: ticket.organizationId,
  result: {
    ticket: ticketView(ticket),
    replies: replies.map(replyView),
    attachments: attachments.filter(isRegistered).map(attachmentView),
  },
})

/** A ticket with all that belongs to it. */
const getCustomerSupportTicket =
  ({ storage }: Needs): Reading<'getCustomerSupportTicket'> =>
  ({ request }) =>
  async () => {
    const ticketId = knownId('tkt', request.ticketId)
    if (E.isLeft(ticketId)) return ticketId
    return pipe(
      storage.support.ticket(ticketId.right),
      TE.map(({ epoch, value }) => ({ epoch, value: value === undefined ? undefined : fileView(value) })),
    )()
  }

/** Adds to a ticket, which is open from then on, whatever it was; Conflict where it is full. */
const appendCustomerSupportReply = (needs: Needs) =>
  mutation<'appendCustomerSupportReply'>('shared', async (unit, call) => {
    const held = await heldTicket(unit, call)
    if (E.isLeft(held)) return held
    const { request, facts, nowMs } = call
    const said = { author: 'customer', authorId: facts.user.userId, text: request.text } as const
    const added = await addReply(needs, unit, held.right, said, nowMs)
    if (E.isLeft(added)) return added
    const { ticket, reply } = added.right
    return E.right({
      result: { reply: replyView(reply) },
      about: { target: ticket.ticketId, details: { replyId: reply.replyId, status: ticket.status } },
    })
  })

/** Requests for help. */
export const ticketImplementations = (
  needs: Needs,
): Pick<
  Implementations,
  | 'createSupportTicket'
  | 'listCustomerSupportTickets'
  | 'getCustomerSupportTicket'
  | 'appendCustomerSupportReply'
> => ({
  createSupportTicket: createSupportTicket(needs),
  listCustomerSupportTickets: listCustomerSupportTickets(needs),
  getCustomerSupportTicket: getCustomerSupportTicket(needs),
  appendCustomerSupportReply: appendCustomerSupportReply(needs),
})
