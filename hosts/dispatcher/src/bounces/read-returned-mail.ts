import PostalMime from 'postal-mime'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { MailReport } from '@postrider/core/providers/domain/receipts/mail-report'
import { readDeliveryStatus } from './delivery-status.js'
import { complaintReport, readFeedback } from './feedback-report.js'

/** An automatic email about one of ours. */
export interface ReturnedMail {
  /** The bounce address of our email, if this one contains it. */
  readonly mailFrom: string | undefined
  /** Its reports about the message; none if it is about another one. */
  reportsOn(messageId: MessageId): readonly MailReport[]
}

/** The machine-readable texts of an email. */
export interface ReportTexts {
  readonly status: string | undefined
  readonly feedback: string | undefined
}

/** No report is nested deeper, and enclosed emails are never parsed. */
const LIMITS = { forceRfc822Attachments: true, maxNestingDepth: 8, attachmentEncoding: 'utf8' } as const

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status'])

/** The machine-readable parts of an email as texts, by type; none if it can't be parsed. */
const partsOf = async (bytes: Uint8Array): Promise<ReadonlyMap<string, string>> => {
  try {
    const { attachments } = await PostalMime.parse(bytes, LIMITS)
    return new Map(
      attachments.flatMap(({ mimeType, content }) =>
        typeof content === 'string' ? [[mimeType, content] as const] : [],
      ),
    )
  } catch {
    return new Map()
  }
}

/** Parses an email. This can take long for a hostile one, so it runs in a thread. Never rejects. */
export const reportTextsOf = async (bytes: Uint8Array): Promise<ReportTexts> => {
  const parts = await partsOf(bytes)
  return {
    status: [...parts].find(([type]) => STATUS_TYPES.has(type))?.[1],
    feedback: parts.get('message/feedback-report'),
  }
}

/** Reads a delivery status notification or a complaint; undefined for any other mail. */
export const returnedMailOf = ({ status, feedback }: ReportTexts): ReturnedMail | undefined => {
  if (status !== undefined)
    return { mailFrom: undefined, reportsOn: (messageId) => readDeliveryStatus(status, messageId) }
  const complaint = readFeedback(feedback ?? '')
  if (complaint === undefined) return undefined
  return {
    mailFrom: complaint.mailFrom,
    reportsOn: (messageId) => [complaintReport(complaint, messageId)],
  }
}
