import type { ChatId, ChatMessageId } from '@postrider/core/kernel/ids/id'
import { idCell } from '../cells/id-cell.js'
import { type Filled, statement } from '../engine/template.js'
import { chatMessages } from './table.js'

const page = statement(`
  SELECT ${chatMessages.select('m')} FROM chat_messages m {by chat_messages.PRIMARY}
  WHERE m.chat_id = ?x AND m.id > ?x ORDER BY m.id LIMIT ?`)

/** A chat's messages in their order, from after one on. */
export const readChatMessages = (chatId: ChatId, after: ChatMessageId | undefined, limit: number): Filled =>
  page(idCell(chatId), after === undefined ? '' : idCell(after), limit)
