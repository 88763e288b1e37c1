import { createHash } from 'node:crypto'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { MailReport } from '@postrider/core/providers/domain/receipts/mail-report'
import { readGroups, timeIn } from './report-fields.js'

/** The relevant fields of a feedback report. */
export interface FeedbackReport {
  /** The bounce address of the email, if the report names it. */
  readonly mailFrom: string | undefined
  readonly type: string
  readonly atMs: number | undefined
}

/**
 * The types with which a recipient rejects such emails; others are about viruses or signatures, or aren't
 * complaints.
 */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list'])

/** Reads a complaint that a mailbox provider forwarded (RFC 5965); undefined if it isn't one. */
export const readFeedback = (text: string): FeedbackReport | undefined => {
  const [fields] = readGroups(text)
  const type = fields?.get('feedback-type')?.toLowerCase() ?? ''
  if (fields === undefined || !COMPLAINTS.has(type)) return undefined
  const mailFrom = fields.get('original-mail-from')?.replaceAll(/[<>\s]/g, '')
  const atMs = timeIn(fields.get('arrival-date') ?? fields.get('received-date'))
  return { mailFrom, type, atMs }
}

/** The report of a complaint: no delivery status, and that the recipient wants no more. */
export const complaintReport = ({ type, atMs }: FeedbackReport, messageId: MessageId): MailReport => {
  const evidence = { complaint: type, arrived: atMs }
  return {
    status: 'accepted',
    failureCode: undefined,
    suppresses: 'complaint',
    providerTimeMs: undefined,
    eventKey: createHash('sha256')
      .update(JSON.stringify([messageId, evidence]))
      .digest('hex'),
    raw: JSON.stringify(evidence),
  }
}
