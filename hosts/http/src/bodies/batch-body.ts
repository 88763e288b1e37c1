import type { BatchAnswer, BatchItemResult } from '@postrider/contracts/messages/batch-answer'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { BatchItemAnswer } from '@postrider/core/messaging/use-cases/messages/send-batch'
import { estimatedChargeBody } from './estimated-charge-body.js'
import { itemErrorBody } from './item-error-body.js'

const itemBody = ({ index, channel, answer }: BatchItemAnswer): BatchItemResult => {
  if (E.isLeft(answer)) return { index, channel, status: 'rejected', error: itemErrorBody(answer.left) }
  const { messageId, acceptedAtMs, charge, replayed } = answer.right
  return {
    index,
    channel,
    status: replayed ? 'replayed' : 'accepted',
    messageId,
    state: 'ACCEPTED',
    acceptedAt: isoTime(acceptedAtMs),
    estimatedCharge: estimatedChargeBody(charge),
  }
}

/** The 202 or 207 of docs/api/sending#batch-answer: every message's own result, in the order of expansion. */
export const batchBody = (answers: readonly BatchItemAnswer[], requestId: string): BatchAnswer => {
  const items = answers.map(itemBody)
  const count = (wanted: BatchItemResult['status']): number =>
    items.filter(({ status }) => status === wanted).length
  return {
    requestId,
    accepted: count('accepted'),
    replayed: count('replayed'),
    rejected: count('rejected'),
    items,
  }
}
