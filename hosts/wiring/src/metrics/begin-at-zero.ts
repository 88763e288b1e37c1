import { sendingRoutes } from '@postrider/contracts/routes/sending-routes'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { LANES } from '@postrider/core/kernel/messages/lane'
import { FAILURE_STAGES } from '@postrider/core/providers/domain/calls/dead-letter'
import { RATE_POLICIES } from '@postrider/core/limits/domain/rate-policy'
import { REPLY_RESULTS, RETURNED_MAIL_REFUSALS } from '@postrider/core/messaging/ports/telemetry'
import { REPLY_KINDS } from '@postrider/core/tenancy/domain/keyword-replies'
import { PARTS } from '@postrider/core/kernel/telemetry/service-parts'
import { ERROR_CAUSES } from '@postrider/storage-sql/engine/watch'
import type { Instruments } from './instruments.js'

const { sendMessage, sendBatch, sendOtp } = sendingRoutes
const REFUSALS = new Set([sendMessage, sendBatch, sendOtp].flatMap(({ errors }) => errors))

/**
 * Shows counters before their first event. For Prometheus, a counter that appears with 1 has not increased,
 * so an alert for the first dead letter would miss it. Only for counters with few and known label values.
 */
export const beginAtZero = (on: Instruments): void => {
  for (const channel of CHANNEL_NAMES)
    for (const replayed of ['false', 'true']) on.accepted.inc({ channel, replayed }, 0)
  for (const lane of LANES)
    for (const outcome of ['confirmed', 'failed']) on.relayed.inc({ lane, outcome }, 0)
  for (const outcome of ['answered', 'unanswered']) on.handedOver.inc({ outcome }, 0)
  for (const batcher of ['acceptance', 'settlement', 'verification', 'claims'])
    for (const why of ['account_held', 'rows_held', 'batch_failed'])
      on.organizationAside.set({ batcher, organization: '', why }, 0)
  for (const code of REFUSALS) on.sendsRefused.inc({ code }, 0)
  for (const outcome of ['stored', 'duplicate', 'contradicting', 'ignored', 'unreadable'])
    on.receipts.inc({ outcome }, 0)
  for (const state of ['assigned', 'unassigned']) on.inboundMessages.inc({ state }, 0)
  for (const kind of REPLY_KINDS)
    for (const result of REPLY_RESULTS) on.keywordReplies.inc({ kind, result }, 0)
  for (const why of RETURNED_MAIL_REFUSALS) on.returnedMailsRefused.inc({ why }, 0)
  for (const verified of ['false', 'true']) on.otpVerifications.inc({ verified }, 0)
  for (const policy of RATE_POLICIES) on.rateLimited.inc({ policy }, 0)
  for (const why of ['address', 'full']) on.connectionsRefused.inc({ why }, 0)
  for (const why of ['pipelined', 'stalled', 'pieces']) on.connectionsCut.inc({ why }, 0)
  for (const outcome of ['delivered', 'failed']) {
    on.webhookAttempts.inc({ outcome }, 0)
    on.receiverAttempts.inc({ outcome }, 0)
  }
  for (const stage of FAILURE_STAGES) on.deadLetters.inc({ stage }, 0)
  for (const where of PARTS) on.failures.inc({ where }, 0)
  for (const why of ERROR_CAUSES) {
    on.storageRetries.inc({ why }, 0)
    on.storageFailures.inc({ why }, 0)
  }
}
