import { replyView } from './views.js'
import { E } from '../../fp.js'
import { addReply } from '../use-cases/add-reply.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { lockedTicket } from './locked-ticket.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_TICKETS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { ticketId, replyShape } from './shapes.js'
import { supportText } from '../../runner/domain/fields/written-texts.js'

/** Adds a reply to a ticket and opens it, whatever its status; Conflict if it is full. */
export const appendCustomerSupportReplyEntry = entryOf('Support', 'appendCustomerSupportReply', {
  ...SUPPORT_TICKETS,
  summary: 'Reply to a ticket',
  description: 'Adds a reply of the customer. A resolved or closed ticket is reopened.',
  success: 'The reply is added.',
  tenant: 'ticketId',
  mutation: true,
  effect: 'adds',
  quotas: ['ticketReplies'],
  request: mutationRequest({ ticketId, text: supportText }, {}),
  result: mutationResult({ reply: replyShape }, {}),
})

export const appendCustomerSupportReply = mutation(appendCustomerSupportReplyEntry, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const locked = await lockedTicket(unit, call)
    if (E.isLeft(locked)) return locked
    const { request, facts, nowMs } = call
    const newReply = { author: 'customer', authorId: facts.user.userId, text: request.text } as const
    const added = await addReply(needs, unit, locked.right, newReply, nowMs)
    if (E.isLeft(added)) return added
    const { ticket, reply } = added.right
    return E.right({
      result: { reply: replyView(reply) },
      about: { target: ticket.ticketId, details: { replyId: reply.replyId, status: ticket.status } },
    })
  },
})
