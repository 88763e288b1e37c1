import { chatMessageView, chatView, ticketView } from './views.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { type Chat, endChat } from '../domain/chat.js'
import type { Ticket } from '../domain/ticket.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { addChatMessage } from '../use-cases/add-chat-message.js'
import { checkOpenTickets } from '../use-cases/check-open-tickets.js'
import { type AuthorizedCall, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_CHATS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { chatId as chatIdField, chatMessageShape, chatShape, ticketPriority, ticketShape } from './shapes.js'
import { supportText } from '../../runner/domain/fields/written-texts.js'

const notFound = E.left(refusal('NotFound'))

/** The requested chat, locked; one of another Organization is treated as nonexistent. */
const lockedChat = async (
  unit: UnitOfWork,
  call: AuthorizedCall<{ readonly chatId: string }>,
): Promise<E.Either<Refusal, Chat>> => {
  const chatId = knownId('cht', call.request.chatId)
  if (E.isLeft(chatId)) return chatId
  const chat = await unit.chats.lock(chatId.right)
  return chat?.organizationId === membershipOf(call).organization.organizationId ? E.right(chat) : notFound
}

/** Adds a message to a chat; Conflict if it is closed or full. */
export const sendChatMessageEntry = entryOf('Support', 'sendChatMessage', {
  ...SUPPORT_CHATS,
  effect: 'adds',
  quotas: ['chatMessages'],
  summary: 'Send a message in a chat',
  description: 'Adds a message of the customer to an open chat.',
  success: 'The message is added to the chat.',
  request: mutationRequest({ chatId: chatIdField, text: supportText }, {}),
  result: mutationResult({ message: chatMessageShape }, {}),
})

export const sendChatMessage = mutation(sendChatMessageEntry, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const locked = await lockedChat(unit, call)
    if (E.isLeft(locked)) return locked
    const { request, facts, nowMs } = call
    const newMessage = { author: 'customer', authorId: facts.user.userId, text: request.text } as const
    const added = addChatMessage(needs, unit, locked.right, newMessage, nowMs)
    if (E.isLeft(added)) return added
    const { chat, message } = added.right
    return E.right({
      result: { message: chatMessageView(message) },
      about: { target: chat.chatId, details: { chatMessageId: message.chatMessageId } },
    })
  },
})

/** Closes a chat; Conflict if it is already closed. */
export const closeChatEntry = entryOf('Support', 'closeChat', {
  ...SUPPORT_CHATS,
  effect: 'ends',
  summary: 'Close a chat',
  description: "Ends the chat for both sides. A closed chat can't be reopened.",
  success: 'The chat is closed.',
  request: mutationRequest({ chatId: chatIdField }, {}),
  result: mutationResult({ chat: chatShape }, {}),
})

export const closeChat = mutation(closeChatEntry, {
  lock: 'shared',
  run: async (unit, call) => {
    const locked = await lockedChat(unit, call)
    if (E.isLeft(locked)) return locked
    const ended = endChat(locked.right, undefined, call.nowMs)
    if (E.isLeft(ended)) return ended
    const { chatId, status } = ended.right
    unit.chats.replace(ended.right)
    return E.right({
      result: { chat: chatView(ended.right) },
      about: { target: chatId, details: { status } },
    })
  },
})

/**
 * Turns a chat into a ticket, with the chat's messages as its first replies. Conflict if the chat is closed,
 * or if the Organization has too many open tickets.
 */
export const escalateChatToTicketEntry = entryOf('Support', 'escalateChatToTicket', {
  ...SUPPORT_CHATS,
  effect: 'changes',
  quotas: ['openTickets'],
  summary: 'Turn a chat into a ticket',
  description: "The messages of the chat become the first replies of the ticket. The chat can't be reopened.",
  success: 'The ticket is created, and the chat is closed.',
  request: mutationRequest({ chatId: chatIdField, priority: ticketPriority }, {}),
  result: mutationResult({ ticket: ticketShape }, {}),
})

export const escalateChatToTicket = mutation(escalateChatToTicketEntry, {
  lock: 'shared',
  run: async (unit, call, { ids }) => {
    const { request, facts, nowMs } = call
    const locked = await lockedChat(unit, call)
    if (E.isLeft(locked)) return locked
    const ticketId = ids.next('tkt')
    const ended = endChat(locked.right, ticketId, nowMs)
    if (E.isLeft(ended)) return ended
    const { chatId, organizationId, subject, operatorId } = ended.right
    const free = await checkOpenTickets(unit, organizationId)
    if (E.isLeft(free)) return free
    const { priority } = request
    const ticket: Ticket = {
      ticketId,
      organizationId,
      subject,
      category: 'other',
      priority,
      status: 'open',
      openedBy: facts.user.userId,
      operatorId,
      chatId,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    unit.tickets.add(ticket)
    unit.tickets.addTranscript(ticketId, chatId)
    unit.chats.replace(ended.right)
    return E.right({
      result: { ticket: ticketView(ticket) },
      about: { target: chatId, details: { ticketId, priority } },
    })
  },
})
