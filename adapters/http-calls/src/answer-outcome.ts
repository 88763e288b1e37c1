import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ProviderAnswer } from './provider-request.js'

/** What an answer to a send means where the message was not taken: a failure code is a refusal for good. */
export type AnswerOutcome =
  'transient_failure' | 'rejected_by_route' | 'not_attempted' | 'unknown' | FailureCode

/** How long the provider asks to be left alone, where it says that in seconds. */
const retryAfterOf = ({ retryAfter }: ProviderAnswer): { readonly retryAfterMs?: number } =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? { retryAfterMs: Number(retryAfter) * 1_000 } : {}

const throttledBy = ({ status }: ProviderAnswer): { readonly isThrottled?: true } =>
  status === 429 ? { isThrottled: true } : {}

/** Who shows another way, or has a fault of its own, has refused nobody. */
const hasRefused = ({ status }: ProviderAnswer): boolean => status < 300 || (status >= 400 && status < 500)

/** The outcome of a call that was answered so. */
export const outcomeNamed = (word: AnswerOutcome, detail: string, answer: ProviderAnswer): SubmitOutcome => {
  if (word === 'not_attempted')
    return { _tag: 'NotAttempted', detail, ...(hasRefused(answer) && { isRefused: true }) }
  if (word === 'rejected_by_route') return { _tag: 'RejectedByRoute', detail }
  if (word === 'transient_failure')
    return { _tag: 'TransientFailure', detail, ...retryAfterOf(answer), ...throttledBy(answer) }
  if (word === 'unknown') return { _tag: 'OutcomeUnknown', detail }
  return { _tag: 'PermanentFailure', failureCode: word, detail }
}
