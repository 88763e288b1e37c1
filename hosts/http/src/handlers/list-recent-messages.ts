import { messageView } from '@postrider/core/messaging/operations/messages/message-view'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** This many messages of a page count as one read (docs/api/limits#rate-limits). */
const MESSAGES_PER_READ = 25

/** GET /v1/messages/recent (docs/api/sending#message-list). */
export const listRecentMessagesHandler =
  ({ listRecentMessages: list }: Pick<Postrider, 'listRecentMessages'>): Handler<'listRecentMessages'> =>
  async ({
    caller,
    query: { channel, state, from: fromMs, to: toMs, limit, cursor },
    requestId,
    countAs,
  }) => {
    const counted = await countAs(Math.ceil(limit / MESSAGES_PER_READ))
    if (E.isLeft(counted)) return counted
    const page = await list(caller, { channel, state, fromMs, toMs, limit, cursor })()
    if (E.isLeft(page)) return page
    const { messages, nextCursor = null } = page.right
    return E.right(jsonAnswer(200, { messages: messages.map(messageView), nextCursor, requestId }))
  }
