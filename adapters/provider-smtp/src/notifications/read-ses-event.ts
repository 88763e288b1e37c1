import { createHash } from 'node:crypto'
import { isId, type MessageId } from '@postrider/core/kernel/ids/id'
import { readBounceAddress } from '@postrider/core/identity/domain/mail/bounce-address'
import {
  ENHANCED_STATUS,
  failureOfStatus,
  UNKNOWN_MAILBOX,
} from '@postrider/core/providers/domain/receipts/enhanced-status'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import { providerReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { present } from '@postrider/core/kernel/present'
import { namedText, valueAt } from '@postrider/http-calls/json-value'

/**
 * The content of an Amazon SES event about an email; `ignored`: nothing relevant. Undefined if it isn't an
 * event.
 */
export type SesEvent = Omit<ReceiptReport, 'providerAccountId'> | 'ignored' | undefined

type EventOutcome = Pick<ReceiptReport, 'status' | 'failureCode' | 'reason' | 'suppresses'>

const LONGEST_WORD = 128

/**
 * A value that may be stored: an identifier, a time or a name of the vendor's, but no sentence and no
 * address.
 */
const wordAt = (event: unknown, ...names: readonly string[]): string | undefined => {
  const value = valueAt(event, ...names)
  return typeof value === 'string' && /^[\w.:+-]+$/.test(value) ? value.slice(0, LONGEST_WORD) : undefined
}

const listAt = (event: unknown, ...names: readonly string[]): readonly unknown[] => {
  const value = valueAt(event, ...names)
  return Array.isArray(value) ? value : []
}

const idIn = (text: unknown): MessageId | undefined => {
  if (typeof text !== 'string') return undefined
  const found = /\bmsg_[0-9a-z]{26}\b/.exec(text)?.[0] ?? ''
  return isId('msg', found) ? found : undefined
}

/** Our reference: from the envelope sender if it is ours, else from the email's Message-ID. */
const messageIdOf = (event: unknown): MessageId | undefined => {
  const source = valueAt(event, 'mail', 'source')
  const returned = typeof source === 'string' ? readBounceAddress(source) : undefined
  const header = listAt(event, 'mail', 'headers').find(
    (one) => String(valueAt(one, 'name')).toLowerCase() === 'message-id',
  )
  return (
    returned?.messageId ??
    idIn(valueAt(header, 'value')) ??
    idIn(valueAt(event, 'mail', 'commonHeaders', 'messageId'))
  )
}

const BLOCKED = new Set(['Suppressed', 'OnAccountSuppressionList'])

const statusOf = (bounce: unknown): string => {
  const [recipient] = listAt(bounce, 'bouncedRecipients')
  const status = wordAt(recipient, 'status') ?? ''
  return ENHANCED_STATUS.test(status) ? status : ''
}

/**
 * Automatic replies are reported as transient bounces too: only a permanent one means that the email wasn't
 * delivered.
 */
const bounced = (bounce: unknown): EventOutcome => {
  if (valueAt(bounce, 'bounceType') !== 'Permanent') return { status: 'accepted', failureCode: undefined }
  const kind = wordAt(bounce, 'bounceSubType') ?? ''
  const status = statusOf(bounce)
  const isNobody = kind === 'NoEmail' || status === UNKNOWN_MAILBOX
  const words = namedText(listAt(bounce, 'bouncedRecipients')[0], 'diagnosticCode')
  const byStatus: FailureCode = failureOfStatus(status, words) ?? 'provider_rejected'
  const failureCode = BLOCKED.has(kind) ? 'recipient_blocked' : isNobody ? 'recipient_invalid' : byStatus
  return {
    status: 'undelivered',
    failureCode,
    ...present({ reason: providerReason(status || kind, words?.replace(/^smtp; ?/i, '')) }),
    ...(isNobody && !BLOCKED.has(kind) ? { suppresses: 'bounce' } : {}),
  }
}

const outcomeOf = (kind: string, event: unknown): EventOutcome | undefined => {
  switch (kind) {
    case 'Bounce':
      return bounced(valueAt(event, 'bounce'))
    case 'Complaint':
      return valueAt(event, 'complaint', 'complaintFeedbackType') === 'not-spam'
        ? undefined
        : { status: 'accepted', failureCode: undefined, suppresses: 'complaint' }
    case 'Delivery':
      return { status: 'delivered', failureCode: undefined }
    case 'DeliveryDelay':
      return { status: 'accepted', failureCode: undefined }
    case 'Reject':
      return { status: 'undelivered', failureCode: 'provider_rejected' }
    default:
      return undefined
  }
}

/**
 * Reads an event as Amazon SES publishes it, either through notification settings or through a configuration
 * set.
 */
export const readSesEvent = (event: unknown): SesEvent => {
  const kind = wordAt(event, 'eventType') ?? wordAt(event, 'notificationType')
  const providerMessageId = wordAt(event, 'mail', 'messageId')
  if (kind === undefined || providerMessageId === undefined) return undefined
  const outcome = outcomeOf(kind, event)
  if (outcome === undefined) return 'ignored'
  const part = valueAt(event, kind.charAt(0).toLowerCase() + kind.slice(1))
  const evidence = {
    kind,
    id: providerMessageId,
    type: wordAt(part, 'bounceType') ?? wordAt(part, 'complaintFeedbackType'),
    subType: wordAt(part, 'bounceSubType'),
    status: statusOf(part),
    feedbackId: wordAt(part, 'feedbackId'),
    at: wordAt(part, 'timestamp'),
  }
  const atMs = Date.parse(evidence.at ?? '')
  return {
    ...outcome,
    messageId: messageIdOf(event),
    providerMessageId,
    recipient: undefined,
    providerTimeMs: Number.isFinite(atMs) && atMs > 0 ? atMs : undefined,
    eventKey: createHash('sha256').update(JSON.stringify(evidence)).digest('hex'),
    raw: JSON.stringify(evidence),
  }
}
