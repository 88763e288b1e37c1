import type { ChatId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { Chat, ChatMessage } from '../../domain/support/chat.js'
import { E, type TE } from '../../fp.js'
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'
import { addChatMessage } from './add-chat-message.js'
import { checkText } from './check-text.js'

/** An order to say something in a chat. */
export interface ChatOrder extends Order {
  readonly chatId: ChatId
  readonly text: string
}

/**
 * Says something in a chat; one that waits is active from then on. InvalidRequest for a text that breaks its rules,
 * NotFound for an unknown chat, Conflict where it is over or full.
 */
export const sayAsOperator =
  (needs: OrderNeeds) =>
  ({
    chatId,
    text,
    ...order
  }: ChatOrder): TE.TaskEither<Refusal | Outage, { readonly chat: Chat; readonly message: ChatMessage }> =>
    carryOut(needs)(order, {
      action: 'chat.say',
      hold: 'shared',
      problems: checkText(text),
      work: async (unit, nowMs) => {
        const before = await unit.chats.lock(chatId)
        if (before === undefined) return E.left(refusal('NotFound'))
        const said = { author: 'operator', authorId: order.actor.id, text } as const
        const added = addChatMessage(needs, unit, before, said, nowMs)
        if (E.isLeft(added)) return added
        const { chat, message } = added.right
        const details = { chatMessageId: message.chatMessageId, status: chat.status }
        const about = { target: chatId, organizationId: chat.organizationId, details }
        return E.right({ about, result: added.right })
      },
    })
