import PostalMime from 'postal-mime'
import type { MessageId } from '@postrider/core/domain/ids/id'
import type { MailReport } from '@postrider/core/domain/mail/mail-report'
import { readDeliveryStatus } from './delivery-status.js'
import { complaintReport, readFeedback } from './feedback-report.js'

/** A mail that a machine wrote about one of ours. */
export interface ReturnedMail {
  /** The address that our mail was to come back to, where this one says it in its text. */
  readonly mailFrom: string | undefined
  /** What it says of the message; nothing, where it is about another one. */
  reportsOn(messageId: MessageId): readonly MailReport[]
}

/** Nobody's report is nested deeper, and what a mail encloses is never looked into. */
const LIMITS = { forceRfc822Attachments: true, maxNestingDepth: 8, attachmentEncoding: 'utf8' } as const

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status'])

/** The parts of a mail that are for machines, as texts, by their types; none where it cannot be read. */
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

/** Reads a delivery status notification or a complaint; undefined for any other mail. Never rejects. */
export const readReturnedMail = async (bytes: Uint8Array): Promise<ReturnedMail | undefined> => {
  const parts = await partsOf(bytes)
  const status = [...parts].find(([type]) => STATUS_TYPES.has(type))?.[1]
  if (status !== undefined)
    return { mailFrom: undefined, reportsOn: (messageId) => readDeliveryStatus(status, messageId) }
  const feedback = readFeedback(parts.get('message/feedback-report') ?? '')
  if (feedback === undefined) return undefined
  return {
    mailFrom: feedback.mailFrom,
    reportsOn: (messageId) => [complaintReport(feedback, messageId)],
  }
}
