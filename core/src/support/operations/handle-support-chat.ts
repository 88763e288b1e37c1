import { chatMessageView, chatView } from './views.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { type Chat, endChat, takeChat as taken } from '../domain/chat.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { addChatMessage } from '../use-cases/add-chat-message.js'
import { type AuthorizedCall, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { OPERATORS_ALONE } from './entry-parts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { chatId as chatIdField, chatShape, chatMessageShape } from './shapes.js'
import { supportText, reason } from '../../runner/domain/fields/written-texts.js'

/** The requested chat, of any Organization, locked. */
const lockedChat = async (
  unit: UnitOfWork,
  { request }: AuthorizedCall<{ readonly chatId: string }>,
): Promise<E.Either<Refusal, Chat>> => {
  const chatId = knownId('cht', request.chatId)
  if (E.isLeft(chatId)) return chatId
  const chat = await unit.chats.lock(chatId.right)
  return chat === undefined ? E.left(refusal('NotFound')) : E.right(chat)
}

/** Stores the chat; returns the response and the audit event for a super admin's action. */
const replaced = (unit: UnitOfWork, chat: Chat) => {
  const { chatId, organizationId, status } = chat
  unit.chats.replace(chat)
  return { result: { chat: chatView(chat) }, about: { target: chatId, organizationId, details: { status } } }
}

/** Accepts a waiting chat; Conflict if it is already accepted or closed. */
export const takeSupportChatEntry = entryOf('Support', 'takeSupportChat', {
  ...OPERATORS_ALONE,
  summary: 'Claim a waiting chat',
  description: 'If two people claim a chat, the second is refused. The audit log shows who claimed it.',
  mutation: true,
  effect: 'changes',
  noStepUp: NO_STEP_UP.ANSWERS,
  controls: [],
  request: mutationRequest({ chatId: chatIdField }, {}),
  result: mutationResult({ chat: chatShape }, {}),
})

export const takeSupportChat = mutation(takeSupportChatEntry, {
  lock: 'shared',
  run: async (unit, call) => {
    const chat = await lockedChat(unit, call)
    if (E.isLeft(chat)) return chat
    const after = taken(chat.right, call.facts.user.userId, call.nowMs)
    return E.isLeft(after) ? after : E.right(replaced(unit, after.right))
  },
})

/** Adds a super admin's message to a chat; a waiting chat becomes active. Conflict if it is closed or full. */
export const sayInSupportChatEntry = entryOf('Support', 'sayInSupportChat', {
  ...OPERATORS_ALONE,
  summary: 'Send a message in a chat',
  description: 'Sends a message to the customer. It also claims a waiting chat.',
  mutation: true,
  effect: 'adds',
  noStepUp: NO_STEP_UP.ANSWERS,
  quotas: ['chatMessages'],
  controls: [],
  request: mutationRequest({ chatId: chatIdField, text: supportText }, {}),
  result: mutationResult({ chat: chatShape, message: chatMessageShape }, {}),
})

export const sayInSupportChat = mutation(sayInSupportChatEntry, {
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

/** Closes a chat; Conflict if it is already closed. */
export const endSupportChatEntry = entryOf('Support', 'endSupportChat', {
  ...OPERATORS_ALONE,
  summary: 'Close a chat',
  description: "A closed chat can't be reopened.",
  mutation: true,
  effect: 'ends',
  noStepUp: NO_STEP_UP.ANSWERS,
  controls: ['reason'],
  request: mutationRequest({ chatId: chatIdField, reason }, {}),
  result: mutationResult({ chat: chatShape }, {}),
})

export const endSupportChat = mutation(endSupportChatEntry, {
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
