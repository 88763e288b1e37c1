import type { BatchRequest, LegacyItem } from '@postrider/contracts/messages/batch-request'
import type { BatchItem } from '@postrider/core/domain/acceptance/expand-batch'
import type { Channel } from '@postrider/core/domain/channels/channel'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Admission, BatchItemAnswer } from '@postrider/core/use-cases/messages/send-batch'
import { type Answer, jsonAnswer } from '../answers/answer.js'
import { REPLAYED } from '../answers/replayed.js'
import { batchBody } from '../bodies/batch-body.js'
import type { Handler } from './handler.js'

type Written = BatchRequest['messages'][number]

const isLegacy = (item: Written): item is LegacyItem => 'r' in item

/** The channels that are switched on, each with its template's alias, which may be missing. */
const templatesOf = ({ t, st, wt, et }: LegacyItem): ReadonlyMap<Channel, string | undefined> => {
  const on: Array<readonly [Channel, string | undefined]> = []
  if (t.s === true) on.push(['sms', st])
  if (t.w === true) on.push(['whatsapp', wt])
  if (t.e === true) on.push(['email', et])
  return new Map(on)
}

const itemOf = (item: Written): BatchItem => {
  if (isLegacy(item)) {
    const { senderId, r: recipients, v: variables, clientReference } = item
    return { _tag: 'Legacy', senderId, recipients, templates: templatesOf(item), variables, clientReference }
  }
  const { projectId, appId, channel, to, templateId, variables, clientReference, recipientName } = item
  const request = { projectId, appId, channel, to, templateId, variables, clientReference, recipientName }
  return { _tag: 'Canonical', request }
}

const answerOf = (items: readonly BatchItemAnswer[], requestId: string): Answer => {
  const answered = batchBody(items, requestId)
  const isReplay = answered.replayed === answered.items.length
  return jsonAnswer(answered.rejected === 0 ? 202 : 207, answered, isReplay ? REPLAYED : undefined)
}

/** POST /v1/messages/batch (specification 2.5, decisions 5). */
export const sendBatch =
  ({ sendBatch: send }: Pick<Postrider, 'sendBatch'>): Handler<'sendBatch'> =>
  async ({ caller, body, headers, requestId, countMore }) => {
    // The first message was counted when the call was; the others are counted once they are known.
    const admit: Admission = (messages) => countMore(messages - 1)
    const sent = await send(caller, headers['Idempotency-Key'], body.messages.map(itemOf), admit)()
    return E.isLeft(sent) ? sent : E.right(answerOf(sent.right, requestId))
  }
