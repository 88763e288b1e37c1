import type { Refusal } from '../../kernel/refusals/refusal.js'
import { afterMessage, type Chat, type ChatMessage } from '../domain/chat.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

/** Adds a message to a locked chat; Conflict if it is closed or full. */
export const addChatMessage = (
  { ids }: { readonly ids: Ids },
  unit: UnitOfWork,
  before: Chat,
  newMessage: Pick<ChatMessage, 'author' | 'authorId' | 'text'>,
  atMs: EpochMs,
): E.Either<Refusal, { readonly chat: Chat; readonly message: ChatMessage }> => {
  const after = afterMessage(before, newMessage, atMs)
  if (E.isLeft(after)) return after
  const { chatId, organizationId } = before
  const message: ChatMessage = { chatMessageId: ids.next('chm'), chatId, organizationId, ...newMessage, atMs }
  unit.chats.replace(after.right)
  unit.chats.addMessage(message)
  return E.right({ chat: after.right, message })
}
