import type { MessageLookUpQuery } from '@postrider/contracts/messages/message-look-up'
import { readsOf } from '@postrider/core/limits/domain/read-costs'
import { messageView } from '@postrider/core/messaging/operations/messages/message-view'
import { pipe, TE } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { LookUp } from '@postrider/core/messaging/use-cases/messages/look-up-messages'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** The codec has checked that exactly one is given. */
const toLookUp = ({ idempotencyKey, clientReference = '', limit }: MessageLookUpQuery): LookUp =>
  idempotencyKey === undefined
    ? { _tag: 'ByReference', clientReference, limit }
    : { _tag: 'ByKey', idempotencyKey }

/** GET /v1/messages?idempotencyKey=… or ?clientReference=… (docs/api/sending#message-look-up). */
export const lookUpMessagesHandler =
  ({ lookUpMessages: lookUp }: Pick<Postrider, 'lookUpMessages'>): Handler<'lookUpMessages'> =>
  ({ caller, query, requestId, countAs }) =>
    pipe(
      () => countAs(query.idempotencyKey === undefined ? readsOf(query.limit) : 1),
      TE.chain(() => lookUp(caller, toLookUp(query))),
      TE.map((messages) => jsonAnswer(200, { messages: messages.map(messageView), requestId })),
    )()
