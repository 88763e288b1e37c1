import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import { plainWords } from '../format/shown-text.js'

/** The names of message states. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  ACCEPTED: 'Accepted',
  SUBMITTED: 'Submitted',
  UNCONFIRMED: 'Unconfirmed',
  DELIVERED: 'Delivered',
  READ: 'Read',
  UNDELIVERED: 'Undelivered',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
}

const FAILURES = {
  provider_rejected: 'the provider rejected it',
  attempts_exhausted: 'every attempt failed',
  validity_expired: 'it expired',
  outcome_unknown: 'the outcome is unknown, so the message may have arrived',
  recipient_unreachable: 'the recipient could not be reached',
  recipient_invalid: 'the recipient doesn’t exist',
  recipient_blocked: 'the recipient doesn’t accept messages of this kind',
  recipient_limited: 'the channel limits messages to this recipient',
  dlt_scrubbed: 'DLT has no matching template or sender ID',
  template_rejected: 'the template was rejected',
  cancelled: 'it was cancelled before sending',
} as const satisfies Readonly<Record<FailureCode, string>>

const WORDS: Readonly<Record<string, string>> = FAILURES

/** Every failure code that has a text. */
export const KNOWN_FAILURES = Object.keys(FAILURES) as FailureCode[]

/** Explains a failure code to customers and super admins. */
export const failureWords = (code: string): string => WORDS[code] ?? plainWords(code)
