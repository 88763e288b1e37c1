import { list } from '../../codecs/list.js'
import type { Operation } from '../entries/operation.js'
import { mutationRequest, mutationResult, pageRequest, pageResult } from '../entries/request.js'
import { chatId, chatMessageShape, chatShape, ticketPriority, ticketShape } from './shapes.js'
import { organizationId } from '../fields/places.js'
import { subject, supportText } from '../fields/written-texts.js'

const CHATS = {
  subject: 'Support',
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'chatId',
  permission: 'support.use',
  mutation: true,
  whileSuspended: true,
  controls: [],
} as const

/** Talking with an operator (docs/contract#chats). */
export const chatOperations = {
  createChatRequest: {
    ...CHATS,
    summary: 'Ask for a chat with an operator',
    tenant: 'organizationId',
    request: mutationRequest({ organizationId, subject, text: supportText }, {}),
    result: mutationResult({ chat: chatShape }, {}),
  },
  sendChatMessage: {
    ...CHATS,
    summary: 'Say something in a chat',
    request: mutationRequest({ chatId, text: supportText }, {}),
    result: mutationResult({ message: chatMessageShape }, {}),
  },
  listChatMessages: {
    ...CHATS,
    summary: 'Read what was said in a chat',
    mutation: false,
    request: pageRequest({ chatId }, {}),
    result: pageResult({ messages: list(chatMessageShape) }),
  },
  closeChat: {
    ...CHATS,
    summary: 'End a chat',
    request: mutationRequest({ chatId }, {}),
    result: mutationResult({ chat: chatShape }, {}),
  },
  escalateChatToTicket: {
    ...CHATS,
    summary: 'Make a ticket of a chat',
    description: 'What was said in the chat becomes the first replies of the ticket.',
    request: mutationRequest({ chatId, priority: ticketPriority }, {}),
    result: mutationResult({ ticket: ticketShape }, {}),
  },
} as const satisfies Record<string, Operation>
