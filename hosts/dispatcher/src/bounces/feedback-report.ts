import { createHash } from 'node:crypto'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { MailReport } from '@postrider/core/providers/domain/receipts/mail-report'
import { readGroups, timeIn } from './report-fields.js'

/** What of a feedback report counts. */
export interface FeedbackReport {
  /** The address that the mail was to come back to, where the report names it. */
  readonly mailFrom: string | undefined
  readonly type: string
  readonly atMs: number | undefined
}

/** By which types a recipient says that they do not want such mails; others are about viruses, signatures, or no complaint. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list'])

/** A complaint, as mailbox providers pass it on (RFC 5965); undefined where it is none. */
export const readFeedback = (text: string): FeedbackReport | undefined => {
  const [fields] = readGroups(text)
  const type = fields?.get('feedback-type')?.toLowerCase() ?? ''
  if (fields === undefined || !COMPLAINTS.has(type)) return undefined
  const mailFrom = fields.get('original-mail-from')?.replaceAll(/[<>\s]/g, '')
  const atMs = timeIn(fields.get('arrival-date') ?? fields.get('received-date'))
  return { mailFrom, type, atMs }
}

/** What a complaint says of its message: nothing of how far it came, and that no other is wanted. */
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
