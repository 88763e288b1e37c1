import { supportOperations } from './operations.js'
import { chatMessageView, chatView } from './views.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { type Chat, endChat, takeChat as taken } from '../domain/chat.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { addChatMessage } from '../use-cases/add-chat-message.js'
import { type AuthorizedCall, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { chatPages } from './chat-page.js'

/** The chat that the request names, of whatever Organization, locked. */
const lockedChat = async (
  unit: UnitOfWork,
  { request }: AuthorizedCall<{ readonly chatId: string }>,
): Promise<E.Either<Refusal, Chat>> => {
  const chatId = knownId('cht', request.chatId)
  if (E.isLeft(chatId)) return chatId
  const chat = await unit.chats.lock(chatId.right)
  return chat === undefined ? E.left(refusal('NotFound')) : E.right(chat)
}

/** What is recorded of an operator's act on a chat, and what it is answered with. */
const replaced = (unit: UnitOfWork, chat: Chat) => {
  const { chatId, organizationId, status } = chat
  unit.chats.replace(chat)
  return { result: { chat: chatView(chat) }, about: { target: chatId, organizationId, details: { status } } }
}

/** A chat, and what was said in it in its order. */
export const getSupportChat = listing(supportOperations.getSupportChat, {
  ...chatPages,
  accesses: ({ chatId }) => chatId,
  show: (messages, { chat }) => ({ chat: chatView(chat), messages: messages.map(chatMessageView) }),
})

/** Takes a chat up that waits; Conflict where somebody has, or it is over. */
export const takeSupportChat = mutation(supportOperations.takeSupportChat, {
  lock: 'shared',
  run: async (unit, call) => {
    const chat = await lockedChat(unit, call)
    if (E.isLeft(chat)) return chat
    const after = taken(chat.right, call.facts.user.userId, call.nowMs)
    return E.isLeft(after) ? after : E.right(replaced(unit, after.right))
  },
})

/** Says something in a chat in the operator's name; one that waits is active from then on. Conflict where it is over or full. */
export const sayInSupportChat = mutation(supportOperations.sayInSupportChat, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const before = await lockedChat(unit, call)
    if (E.isLeft(before)) return before
    const { request, facts, nowMs } = call
    const newMessage = { author: 'operator', authorId: facts.user.userId, text: request.text } as const
    const added = addChatMessage(needs, unit, before.right, newMessage, nowMs)
    if (E.isLeft(added)) return added
    const { chat, message } = added.right
    const { chatId, organizationId, status } = chat
    const details = { chatMessageId: message.chatMessageId, status }
    return E.right({
      result: { chat: chatView(chat), message: chatMessageView(message) },
      about: { target: chatId, organizationId, details },
    })
  },
})

/** Ends a chat; Conflict where it is over. */
export const endSupportChat = mutation(supportOperations.endSupportChat, {
  lock: 'shared',
  run: async (unit, call) => {
    const chat = await lockedChat(unit, call)
    if (E.isLeft(chat)) return chat
    const after = endChat(chat.right, undefined, call.nowMs)
    if (E.isLeft(after)) return after
    const { result, about } = replaced(unit, after.right)
    return E.right({ result, about: { ...about, reason: call.request.reason } })
  },
})
