import { chatMessageView, chatView } from './views.js'
import { listing } from '../../runner/use-cases/listing.js'
import { chatPages } from './chat-page.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { CHATS_AT_WEBSITE } from './entry-parts.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { chatId, chatShape, chatMessageShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** A chat of the Organization, and its messages in order. */
export const getCustomerSupportChatEntry = entryOf('Support', 'getCustomerSupportChat', {
  ...CHATS_AT_WEBSITE,
  summary: 'Read a chat, with one page of its messages',
  description: 'Returns the chat and a page of its messages.',
  request: pageRequest({ chatId }, {}),
  result: pageResult({
    chat: chatShape,
    messages: list(chatMessageShape, { description: 'The messages on this page.' }),
  }),
})

export const getCustomerSupportChat = listing(getCustomerSupportChatEntry, {
  ...chatPages,
  show: (messages, { chat }) => ({ chat: chatView(chat), messages: messages.map(chatMessageView) }),
})
