import type { ChatId, ChatMessageId } from '../../../domain/ids/id.js'
import type { Chat, ChatMessage } from '../../../domain/support/chat.js'
import { E } from '../../../fp.js'
import type { StorageUnavailable } from '../../../domain/refusals/outage.js'
import type { Refusal } from '../../../domain/refusals/refusal.js'
import type { Ports } from '../../../ports/ports.js'
import type { AsOf } from '../../../ports/storage/projection-storage.js'
import type { AuthorizedCall } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import type { Page } from '../running/listing.js'
import { byId } from '../running/positions.js'

interface ChatQuery extends Readonly<Record<string, string>> {
  readonly chatId: ChatId
}

interface ChatAhead {
  readonly chat: Chat
  readonly entries: readonly ChatMessage[]
  readonly organizationId: Chat['organizationId']
}

/** How what was said in a chat is read in its order, a page at a time, by its customer and by operators. */
export const chatPages = {
  positions: byId('chm'),
  query: ({ request }: AuthorizedCall<{ readonly chatId: string }>): E.Either<Refusal, ChatQuery> => {
    const chatId = knownId('cht', request.chatId)
    return E.isLeft(chatId) ? chatId : E.right({ chatId: chatId.right })
  },
  read: async (
    { chatId }: ChatQuery,
    { position, readAhead }: Page<ChatMessageId>,
    { storage }: Pick<Ports, 'storage'>,
  ): Promise<E.Either<StorageUnavailable, AsOf<ChatAhead | undefined>>> => {
    const read = await storage.support.chat(chatId, position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    if (value === undefined) return E.right({ epoch, value })
    const { chat, messages } = value
    return E.right({ epoch, value: { chat, entries: messages, organizationId: chat.organizationId } })
  },
  positionOf: ({ chatMessageId }: ChatMessage): ChatMessageId => chatMessageId,
}
