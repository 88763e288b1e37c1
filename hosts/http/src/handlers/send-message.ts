import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '../answers/answer.js'
import { acceptedMessageBody } from '../bodies/accepted-message-body.js'
import type { Handler } from './handler.js'

const REPLAYED = ['Idempotency-Replayed', 'true']

/** POST /v1/messages (specification 2.2, 2.3, 4.5). */
export const sendMessage =
  ({ acceptMessage }: Pick<Postrider, 'acceptMessage'>): Handler<'sendMessage'> =>
  async ({ caller, body, headers, requestId }) => {
    const { projectId, appId, channel, to, templateId, variables, clientReference, recipientName } = body
    const request = { projectId, appId, channel, to, templateId, variables, clientReference, recipientName }
    const accepted = await acceptMessage(caller, headers['Idempotency-Key'], request)()
    if (E.isLeft(accepted)) return accepted
    const answered = acceptedMessageBody(accepted.right, requestId)
    return E.right(jsonAnswer(202, answered, accepted.right.replayed ? REPLAYED : undefined))
  }
