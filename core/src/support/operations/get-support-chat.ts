import { chatMessageView, chatView } from './views.js'
import { listing } from '../../runner/use-cases/listing.js'
import { chatPages } from './chat-page.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { READ_ALONE } from './entry-parts.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { chatId as chatIdField, chatShape, chatMessageShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** A chat, and its messages in order. */
export const getSupportChatEntry = entryOf('Support', 'getSupportChat', {
  ...READ_ALONE,
  summary: 'Read a chat, with one page of its messages',
  description: 'Returns the chat of any Organization and a page of its messages.',
  live: runAgain('act'),
  request: pageRequest({ chatId: chatIdField }, {}),
  result: pageResult({
    chat: chatShape,
    messages: list(chatMessageShape, { description: 'The messages on this page.' }),
  }),
})

export const getSupportChat = listing(getSupportChatEntry, {
  ...chatPages,
  accesses: ({ chatId }) => chatId,
  show: (messages, { chat }) => ({ chat: chatView(chat), messages: messages.map(chatMessageView) }),
})
