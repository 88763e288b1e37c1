import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ProviderAnswer } from './provider-request.js'

/**
 * The meaning of a response to a send that didn't accept the message: a failure code is a permanent refusal.
 */
export type AnswerOutcome =
  'transient_failure' | 'rejected_by_route' | 'not_attempted' | 'unknown' | FailureCode

/** The provider's Retry-After, if it is in seconds. */
const retryAfterOf = ({ retryAfter }: ProviderAnswer): { readonly retryAfterMs?: number } =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? { retryAfterMs: Number(retryAfter) * 1_000 } : {}

const throttledBy = ({ status }: ProviderAnswer): { readonly isThrottled?: true } =>
  status === 429 ? { isThrottled: true } : {}

/** A redirect or a server error isn't a refusal. */
const hasRefused = ({ status }: ProviderAnswer): boolean => status < 300 || (status >= 400 && status < 500)

/** The outcome of a call with this response. */
export const outcomeNamed = (word: AnswerOutcome, detail: string, answer: ProviderAnswer): SubmitOutcome => {
  if (word === 'not_attempted')
    return { _tag: 'NotAttempted', detail, ...(hasRefused(answer) && { isRefused: true }) }
  if (word === 'rejected_by_route') return { _tag: 'RejectedByRoute', detail }
  if (word === 'transient_failure')
    return { _tag: 'TransientFailure', detail, ...retryAfterOf(answer), ...throttledBy(answer) }
  if (word === 'unknown') return { _tag: 'OutcomeUnknown', detail }
  return { _tag: 'PermanentFailure', failureCode: word, detail }
}
