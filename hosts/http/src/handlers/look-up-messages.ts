import type { MessageLookUpQuery } from '@postrider/contracts/messages/message-look-up'
import { messageView } from '@postrider/core/domain/operations/messages/views'
import { pipe, TE } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { LookUp } from '@postrider/core/use-cases/messages/look-up-messages'
import { jsonAnswer } from '@postrider/server/answers/answer'
import type { Handler } from './handler.js'

/** The codec has made sure that exactly one is given. */
const toLookUp = ({ idempotencyKey, clientReference = '' }: MessageLookUpQuery): LookUp =>
  idempotencyKey === undefined ? { _tag: 'ByReference', clientReference } : { _tag: 'ByKey', idempotencyKey }

/** GET /v1/messages?idempotencyKey=… or ?clientReference=… (docs/contract#message-look-up). */
export const lookUpMessagesHandler =
  ({ lookUpMessages: lookUp }: Pick<Postrider, 'lookUpMessages'>): Handler<'lookUpMessages'> =>
  ({ caller, query, requestId }) =>
    pipe(
      lookUp(caller, toLookUp(query)),
      TE.map((messages) => jsonAnswer(200, { messages: messages.map(messageView), requestId })),
    )()
