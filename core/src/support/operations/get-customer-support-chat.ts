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
  summary: 'Read a chat, a page of what was said in it at a time',
  request: pageRequest({ chatId }, {}),
  result: pageResult({ chat: chatShape, messages: list(chatMessageShape) }),
})

export const getCustomerSupportChat = listing(getCustomerSupportChatEntry, {
  ...chatPages,
  show: (messages, { chat }) => ({ chat: chatView(chat), messages: messages.map(chatMessageView) }),
})
