import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { chatView } from './views.js'
import type { Chat } from '../domain/chat.js'
import { E } from '../../fp.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_CHATS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { subject, supportText } from '../../runner/domain/fields/written-texts.js'
import { chatShape } from './shapes.js'

/** Requests a chat; the text is its first message. Conflict if the Organization has too many open chats. */
export const createChatRequestEntry = entryOf('Support', 'createChatRequest', {
  ...SUPPORT_CHATS,
  effect: 'adds',
  quotas: ['openChats'],
  summary: 'Request a chat with support',
  description: 'Opens a chat that waits until someone in support claims it.',
  success: 'The chat is created and waits for support.',
  tenant: 'organizationId',
  request: mutationRequest({ organizationId: organizationIdField, subject, text: supportText }, {}),
  result: mutationResult({ chat: chatShape }, {}),
})

export const createChatRequest = mutation(createChatRequestEntry, {
  lock: 'shared',
  run: async (unit, call, { ids }) => {
    const { request, facts, nowMs } = call
    const { organizationId } = membershipOf(call).organization
    const { userId } = facts.user
    // Locked from here on: of two chats that are created at once, the second counts the first.
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
