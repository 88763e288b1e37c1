import type { FailureCode } from '@postrider/core/domain/messages/message-state'
import { plainWords } from '../../format/shown-text.js'

const CAUSES = {
  provider_rejected: 'the carrier refused it',
  attempts_exhausted: 'every attempt failed',
  validity_expired: 'its time was over',
  outcome_unknown: 'what became of it was never found out',
  recipient_unreachable: 'the recipient could not be reached',
  recipient_invalid: 'there is no such recipient',
  recipient_blocked: 'the recipient takes no messages of this kind',
  dlt_scrubbed: 'DLT does not know its text or sender',
  template_rejected: 'its template is not accepted',
  cancelled: 'it was stopped before it left',
} as const satisfies Readonly<Record<FailureCode, string>>

const WORDS: Readonly<Record<string, string>> = CAUSES

/** Every failure code that has words. */
export const KNOWN_CAUSES = Object.keys(CAUSES) as FailureCode[]

/** Why a message didn't arrive, in words for its sender. */
export const causeWords = (code: string): string => WORDS[code] ?? plainWords(code)
