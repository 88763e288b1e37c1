import { chatMessageView } from './views.js'
import { listing } from '../../runner/use-cases/listing.js'
import { chatPages } from './chat-page.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_CHATS } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { chatId, chatMessageShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** The messages of a chat, in order. */
export const listChatMessagesEntry = entryOf('Support', 'listChatMessages', {
  ...SUPPORT_CHATS,
  summary: 'List the messages of a chat',
  description: 'Lists what both sides wrote in the chat.',
  success: 'A page of the messages of the chat.',
  mutation: false,
  effect: 'reads',
  live: runAgain('act'),
  noScreen: 'The website reads a chat with its messages.',
  request: pageRequest({ chatId }, {}),
  result: pageResult({ messages: list(chatMessageShape, { description: 'The messages on this page.' }) }),
})

export const listChatMessages = listing(listChatMessagesEntry, {
  ...chatPages,
  show: (messages) => ({ messages: messages.map(chatMessageView) }),
})
