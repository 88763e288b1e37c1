import type { ChatId, ChatMessageId } from '../../kernel/ids/id.js'
import type { Chat, ChatMessage } from '../domain/chat.js'
import { E } from '../../fp.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { SupportStorage } from '../ports/support-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { AuthorizedCall } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import type { Page } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'

interface ChatQuery extends Readonly<Record<string, string>> {
  readonly chatId: ChatId
}

interface ChatAhead {
  readonly chat: Chat
  readonly entries: readonly ChatMessage[]
  readonly organizationId: Chat['organizationId']
}

/** Reads the messages of a chat in order, page by page, for its customer and for super admins. */
export const chatPages = {
  positions: byId('chm'),
  query: ({ request }: AuthorizedCall<{ readonly chatId: string }>): E.Either<Refusal, ChatQuery> => {
    const chatId = knownId('cht', request.chatId)
    return E.isLeft(chatId) ? chatId : E.right({ chatId: chatId.right })
  },
  read: async (
    { chatId }: ChatQuery,
    { position, readAhead }: Page<ChatMessageId>,
    { storage }: { readonly storage: { readonly support: SupportStorage } },
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
