import { replyView, ticketView } from './views.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { endTicket, type Ticket } from '../domain/ticket.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { addReply } from '../use-cases/add-reply.js'
import { type AuthorizedCall, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_OPERATORS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { ticketId as ticketIdField, ticketShape, ticketStatus, replyShape } from './shapes.js'
import { reason as reasonField, supportText } from '../../runner/domain/fields/written-texts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'

const ENDING_TICKET = {
  ...SUPPORT_OPERATORS,
  mutation: true,
  controls: ['reason'],
  refusals: ['NotFound'],
  request: mutationRequest({ ticketId: ticketIdField, reason: reasonField }, {}),
  result: mutationResult({ ticket: ticketShape }, {}),
} as const

/** The requested ticket, of any Organization, locked. */
const operatorLockedTicket = async (
  unit: UnitOfWork,
  { request }: AuthorizedCall<{ readonly ticketId: string }>,
): Promise<E.Either<Refusal, Ticket>> => {
  const ticketId = knownId('tkt', request.ticketId)
  if (E.isLeft(ticketId)) return ticketId
  const ticket = await unit.tickets.lock(ticketId.right)
  return ticket === undefined ? E.left(refusal('NotFound')) : E.right(ticket)
}

/**
 * Adds a super admin's reply to a ticket. Without a status in the request, an open ticket then waits for the
 * customer, and any other status is unchanged. NotFound for an unknown ticket, Conflict if it is full.
 */
export const replySupportTicketEntry = entryOf('Support', 'replySupportTicket', {
  ...SUPPORT_OPERATORS,
  summary: 'Reply to a ticket',
  description: 'Default for `status`: an open ticket becomes `waiting_customer`, any other stays unchanged.',
  success: 'The reply is added.',
  mutation: true,
  effect: 'adds',
  noStepUp: NO_STEP_UP.ANSWERS,
  quotas: ['ticketReplies'],
  controls: ['reason'],
  refusals: ['NotFound'],
  request: mutationRequest(
    { ticketId: ticketIdField, text: supportText, reason: reasonField },
    { status: ticketStatus },
  ),
  result: mutationResult({ ticket: ticketShape, reply: replyShape }, {}),
})

export const replySupportTicket = mutation(replySupportTicketEntry, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const before = await operatorLockedTicket(unit, call)
    if (E.isLeft(before)) return before
    const { request, facts, nowMs } = call
    const { text, status: wished, reason } = request
    const newReply = { author: 'operator', authorId: facts.user.userId, text, wished } as const
    const added = await addReply(needs, unit, before.right, newReply, nowMs)
    if (E.isLeft(added)) return added
    const { ticket, reply } = added.right
    const { ticketId, organizationId, status } = ticket
    return E.right({
      result: { ticket: ticketView(ticket), reply: replyView(reply) },
      about: { target: ticketId, organizationId, details: { replyId: reply.replyId, status }, reason },
    })
  },
})

/** Ends a ticket as resolved or closed. */
const ending =
  (status: 'resolved' | 'closed') =>
  async (unit: UnitOfWork, call: AuthorizedCall<{ readonly ticketId: string; readonly reason: string }>) => {
    const before = await operatorLockedTicket(unit, call)
    if (E.isLeft(before)) return before
    const ended = endTicket(before.right, status, call.nowMs)
    if (E.isLeft(ended)) return ended
    const { ticketId, organizationId } = ended.right
    unit.tickets.replace(ended.right)
    const { reason } = call.request
    return E.right({
      result: { ticket: ticketView(ended.right) },
      about: { target: ticketId, organizationId, details: { status }, reason },
    })
  }

/** Marks a ticket as resolved. NotFound for an unknown ticket, Conflict if it is resolved or closed. */
export const resolveSupportTicketEntry = entryOf('Support', 'resolveSupportTicket', {
  ...ENDING_TICKET,
  effect: 'changes',
  noStepUp: NO_STEP_UP.ANSWERS,
  summary: 'Mark a ticket as resolved',
  description: 'The next reply of the customer reopens it.',
  success: 'The ticket is resolved.',
})

export const resolveSupportTicket = mutation(resolveSupportTicketEntry, {
  lock: 'shared',
  run: ending('resolved'),
})

/** Closes a ticket, solved or not. NotFound for an unknown ticket, Conflict if it is closed. */
export const closeSupportTicketEntry = entryOf('Support', 'closeSupportTicket', {
  ...ENDING_TICKET,
  effect: 'ends',
  noStepUp: NO_STEP_UP.ANSWERS,
  summary: 'Close a ticket',
  description: 'Closes it whether or not it is resolved. The next reply of the customer reopens it.',
  success: 'The ticket is closed.',
})

export const closeSupportTicket = mutation(closeSupportTicketEntry, {
  lock: 'shared',
  run: ending('closed'),
})
