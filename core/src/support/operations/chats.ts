import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { supportOperations } from './operations.js'
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
import { listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { chatPages } from './chat-page.js'

const notFound = E.left(refusal('NotFound'))

/** The chat that the request names, locked; one of another Organization is as one that there is not. */
const lockedChat = async (
  unit: UnitOfWork,
  call: AuthorizedCall<{ readonly chatId: string }>,
): Promise<E.Either<Refusal, Chat>> => {
  const chatId = knownId('cht', call.request.chatId)
  if (E.isLeft(chatId)) return chatId
  const chat = await unit.chats.lock(chatId.right)
  return chat?.organizationId === membershipOf(call).organization.organizationId ? E.right(chat) : notFound
}

/** Asks for a chat; the text is its first message. Conflict where too many of the Organization are not over. */
export const createChatRequest = mutation(supportOperations.createChatRequest, {
  lock: 'shared',
  run: async (unit, call, { ids }) => {
    const { request, facts, nowMs } = call
    const { organizationId } = membershipOf(call).organization
    const { userId } = facts.user
    // Held from here on: of two chats that are begun at once, the second counts the first.
    await unit.organizations.lock(organizationId)
    if ((await unit.chats.countOpen(organizationId)) >= QUOTAS.openChats.most)
      return E.left(quotaReached('openChats'))
    const chat: Chat = {
      chatId: ids.next('cht'),
      organizationId,
      subject: request.subject,
      status: 'waiting',
      openedBy: userId,
      operatorId: undefined,
      ticketId: undefined,
      messages: 1,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    const { chatId } = chat
    unit.chats.add(chat)
    unit.chats.addMessage({
      chatMessageId: ids.next('chm'),
      chatId,
      organizationId,
      author: 'customer',
      authorId: userId,
      text: request.text,
      atMs: nowMs,
    })
    return E.right({ result: { chat: chatView(chat) }, about: { target: chatId, details: {} } })
  },
})

/** Says something in a chat; Conflict where it is over or full. */
export const sendChatMessage = mutation(supportOperations.sendChatMessage, {
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

/** What was said in a chat, in its order. */
export const listChatMessages = listing(supportOperations.listChatMessages, {
  ...chatPages,
  show: (messages) => ({ messages: messages.map(chatMessageView) }),
})

/** An Organization's chats, newest first, over or not. */
export const listCustomerSupportChats = listing(supportOperations.listCustomerSupportChats, {
  positions: byId('cht'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: ({ organizationId }, { position, readAhead }, { storage }) =>
    storage.support.chats(organizationId, position, readAhead)(),
  positionOf: ({ chatId }) => chatId,
  show: (chats) => ({ chats: chats.map(chatView) }),
})

/** A chat of the Organization's, and what was said in it in its order. */
export const getCustomerSupportChat = listing(supportOperations.getCustomerSupportChat, {
  ...chatPages,
  show: (messages, { chat }) => ({ chat: chatView(chat), messages: messages.map(chatMessageView) }),
})

/** Ends a chat; Conflict where it is over. */
export const closeChat = mutation(supportOperations.closeChat, {
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
 * Ends a chat as a ticket, whose first replies are what was said in the chat; Conflict where it is over, or the
 * Organization has as many open tickets as it can have.
 */
export const escalateChatToTicket = mutation(supportOperations.escalateChatToTicket, {
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
