import { deprecationHeaders, LEGACY_ALIASES } from '@postrider/contracts/deprecations/deprecations'
import type { BatchRequest, LegacyItem } from '@postrider/contracts/messages/batch-request'
import type { BatchItem } from '@postrider/core/domain/acceptance/expand-batch'
import type { Channel } from '@postrider/core/domain/channels/channel'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Caller } from '@postrider/core/use-cases/credentials/authentication'
import type { Admission } from '@postrider/core/use-cases/messages/send-batch'
import { jsonAnswer } from '../answers/answer.js'
import { REPLAYED } from '../answers/replayed.js'
import { batchBody } from '../bodies/batch-body.js'
import { takeAllowance } from '../intake/rate-limit.js'
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

/** The first message was counted when the caller was let in; the others are counted once they are known. */
const admitting =
  (limiter: Pick<Postrider, 'takeAllowance'>, caller: Caller): Admission =>
  async (messages) => {
    if (messages <= 1) return E.right(undefined)
    const allowed = await takeAllowance(limiter, 'sends', caller, messages - 1)
    if (E.isLeft(allowed)) return allowed
    return allowed.right.refusal === undefined ? E.right(undefined) : E.left(allowed.right.refusal)
  }

/** POST /v1/messages/batch (specification 2.5, decisions 5). */
export const sendBatch =
  (postrider: Pick<Postrider, 'sendBatch' | 'takeAllowance'>): Handler<'sendBatch'> =>
  async ({ caller, body, headers, requestId }) => {
    const items = body.messages.map(itemOf)
    const admit = admitting(postrider, caller)
    const sent = await postrider.sendBatch(caller, headers['Idempotency-Key'], items, admit)()
    if (E.isLeft(sent)) return sent
    const answered = batchBody(sent.right, requestId)
    const extra = [
      ...(answered.replayed === answered.items.length ? REPLAYED : []),
      ...(body.messages.some(isLegacy) ? deprecationHeaders(LEGACY_ALIASES) : []),
    ]
    return E.right(jsonAnswer(answered.rejected === 0 ? 202 : 207, answered, extra))
  }
