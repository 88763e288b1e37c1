import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import { detailWith, type ProviderReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { present } from '@postrider/core/kernel/present'
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

/** The outcome of a call with this response, and the provider's reason if it gave one. */
export const outcomeNamed = (
  word: AnswerOutcome,
  detail: string,
  answer: ProviderAnswer,
  reason?: ProviderReason,
): SubmitOutcome => {
  if (word === 'unknown') return { _tag: 'OutcomeUnknown', detail: detailWith(detail, reason) }
  const why = { detail, ...present({ reason }) }
  if (word === 'not_attempted')
    return { _tag: 'NotAttempted', ...why, ...(hasRefused(answer) && { isRefused: true }) }
  if (word === 'rejected_by_route') return { _tag: 'RejectedByRoute', ...why }
  if (word === 'transient_failure')
    return { _tag: 'TransientFailure', ...why, ...retryAfterOf(answer), ...throttledBy(answer) }
  return { _tag: 'PermanentFailure', failureCode: word, ...why }
}
