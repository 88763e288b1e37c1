import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Admission, BatchItemAnswer } from '@postrider/core/messaging/use-cases/messages/send-batch'
import { type Answer, jsonAnswer } from '@postrider/web-server/answers/answer'
import { REPLAYED } from '../answers/replayed.js'
import { batchBody } from '../bodies/batch-body.js'
import { batchItemOf } from './batch-items.js'
import type { Handler } from './handler.js'

const answerOf = (items: readonly BatchItemAnswer[], requestId: string): Answer => {
  const answered = batchBody(items, requestId)
  const isReplay = answered.replayed === answered.items.length
  if (answered.rejected === 0) return jsonAnswer(202, answered, isReplay ? REPLAYED : undefined)
  const refused = answered.items.flatMap((item) => ('error' in item ? [item.error.code] : []))
  return { ...jsonAnswer(207, answered), refused }
}

/** POST /v1/messages/batch (docs/api/sending#batches). */
export const sendBatchHandler =
  ({ sendBatch: send }: Pick<Postrider, 'sendBatch'>): Handler<'sendBatch'> =>
  async ({ caller, body, headers, requestId, trace, countAs }) => {
    // A batch counts as its messages, once they are known; before that as its body.
    const admit: Admission = (messages) => countAs(messages)
    const sent = await send(
      caller,
      headers['Idempotency-Key'],
      body.messages.map(batchItemOf),
      admit,
      trace,
    )()
    return E.isLeft(sent) ? sent : E.right(answerOf(sent.right, requestId))
  }
