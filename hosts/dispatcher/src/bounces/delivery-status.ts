import { createHash } from 'node:crypto'
import { isId, type MessageId } from '@postrider/core/kernel/ids/id'
import {
  ENHANCED_STATUS,
  failureOfStatus,
  UNKNOWN_MAILBOX,
} from '@postrider/core/providers/domain/receipts/enhanced-status'
import type { MailReport } from '@postrider/core/providers/domain/receipts/mail-report'
import { providerReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { present } from '@postrider/core/kernel/present'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import { readGroups, type ReportFields, timeIn, withoutType } from './report-fields.js'

const STATUSES: Readonly<Record<string, ReceiptStatus>> = {
  failed: 'undelivered',
  delayed: 'accepted',
  relayed: 'accepted',
  expanded: 'accepted',
  delivered: 'delivered',
}

const HOST = /^[A-Za-z0-9.:_-]{1,253}$/

/** The first word of a field, without the comment that may follow it. */
const wordOf = (value: string | undefined): string => /^\s*([^\s(;]{1,32})/.exec(value ?? '')?.[1] ?? ''

const hostOf = (value: string | undefined): string | undefined => {
  const host = wordOf(withoutType(value ?? ''))
  return HOST.test(host) ? host : undefined
}

/** Only codes: the text of a server may contain addresses, or content of the email. */
const replyOf = (value: string | undefined) => {
  const [, reply, status = ''] =
    /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(withoutType(value ?? '')) ?? []
  return { reply, status }
}

/** The server's words; addresses in them are masked before they are stored. */
const wordsOf = (value: string | undefined): string =>
  withoutType(value ?? '').replaceAll(/\b\d{3}[ -](?:[245]\.\d{1,3}\.\d{1,3} )?/g, '')

/**
 * The status; some servers send a meaningless one, and put the status that they received only into the reply.
 */
const statusOf = (recipient: ReportFields): string => {
  const code = wordOf(recipient.get('status'))
  const { status } = replyOf(recipient.get('diagnostic-code'))
  if (!ENHANCED_STATUS.test(code)) return status
  return code.endsWith('.0.0') && status.startsWith(code.slice(0, 1)) ? status : code
}

const reportOf = (
  messageId: MessageId,
  about: ReportFields,
  recipient: ReportFields,
): readonly MailReport[] => {
  const action = wordOf(recipient.get('action')).toLowerCase()
  const given = Object.hasOwn(STATUSES, action) ? STATUSES[action] : undefined
  if (given === undefined) return []
  const status = statusOf(recipient)
  const isFailed = given === 'undelivered'
  const words = wordsOf(recipient.get('diagnostic-code'))
  const evidence = {
    action,
    status,
    reply: replyOf(recipient.get('diagnostic-code')).reply,
    reportedBy: hostOf(about.get('reporting-mta')),
    remote: hostOf(recipient.get('remote-mta')),
    lastAttempt: timeIn(recipient.get('last-attempt-date')),
  }
  const to = withoutType(recipient.get('final-recipient') ?? '').toLowerCase()
  const eventKey = createHash('sha256')
    .update(JSON.stringify([messageId, to, evidence]))
    .digest('hex')
  return [
    {
      status: given,
      failureCode: isFailed ? (failureOfStatus(status, words) ?? 'provider_rejected') : undefined,
      ...present({ reason: isFailed ? providerReason(status || evidence.reply, words) : undefined }),
      ...(isFailed && status === UNKNOWN_MAILBOX ? { suppresses: 'bounce' as const } : {}),
      providerTimeMs: evidence.lastAttempt,
      eventKey,
      raw: JSON.stringify(evidence),
    },
  ]
}

/**
 * The reports in a delivery status notification about the message that its address belongs to (RFC 3464). A
 * notification that names another of our messages is ignored.
 */
export const readDeliveryStatus = (text: string, messageId: MessageId): readonly MailReport[] => {
  const [about, ...recipients] = readGroups(text)
  const named = about?.get('original-envelope-id')?.toLowerCase() ?? ''
  if (about === undefined || (isId('msg', named) && named !== messageId)) return []
  return recipients.flatMap((recipient) => reportOf(messageId, about, recipient))
}
