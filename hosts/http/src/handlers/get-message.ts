import { messageView } from '@postrider/core/messaging/operations/messages/message-view'
import { pipe, TE } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** GET /v1/messages/{messageId} (docs/api/sending#message-projection). */
export const getMessageHandler =
  ({ findMessage }: Pick<Postrider, 'findMessage'>): Handler<'getMessage'> =>
  ({ caller, path }) =>
    pipe(
      findMessage(caller, path.messageId),
      TE.map((message) => jsonAnswer(200, messageView(message))),
    )()
