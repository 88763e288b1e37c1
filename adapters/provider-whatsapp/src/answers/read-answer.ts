import type { TransientFailure, SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { providerReason, type ProviderReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { present } from '@postrider/core/kernel/present'
import { type AnswerOutcome, outcomeNamed } from '@postrider/http-calls/answer-outcome'
import { namedList, jsonIn, namedText, valueAt } from '@postrider/http-calls/json-value'
import type { ProviderAnswer } from '@postrider/http-calls/provider-request'
import { blockOfCode, isThrottling, outcomeOfCode, pauseAfter } from './graph-codes.js'

/** The maximum length of the vendor's message identifiers. */
export const LONGEST_ID = 128

/** The code of a Graph API refusal; undefined if a response isn't one. */
export const graphCode = (document: unknown): number | undefined => {
  const code = valueAt(document, 'error', 'code')
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined
}

/** The vendor's own words: its title, and the details if it gives any. */
const wordsIn = (error: unknown): string => {
  const message = namedText(error, 'message') ?? namedText(error, 'title') ?? ''
  const details = namedText(valueAt(error, 'error_data'), 'details')
  return details === undefined || message.includes(details) ? message : `${message}. ${details}`
}

/** The vendor's code and words in an error, without the hidden values. */
export const reasonIn = (error: unknown, hidden: readonly string[] = []): ProviderReason | undefined => {
  const code = valueAt(error, 'code')
  return typeof code === 'number' ? providerReason(code, wordsIn(error), hidden) : undefined
}

/** The meaning of a refusal that no table has. */
const byStatus = (status: number): AnswerOutcome =>
  status >= 400 && status < 500 ? 'provider_rejected' : 'unknown'

/** Decides whether a code delays the account, which is then called more slowly, or only this message. */
const waiting = (code: number, { retryAfterMs = 0, detail, reason }: TransientFailure): TransientFailure => {
  const pauseMs = Math.max(retryAfterMs, pauseAfter(code))
  return {
    _tag: 'TransientFailure',
    detail,
    ...present({ reason }),
    ...(pauseMs > 0 && { retryAfterMs: pauseMs }),
    ...(isThrottling(code) && { isThrottled: true }),
  }
}

const identifierIn = (document: unknown): string | undefined => {
  const id = namedText(namedList(document, 'messages')[0], 'id')
  return id !== undefined && id !== '' && id.length <= LONGEST_ID ? id : undefined
}

/** Whether a response comes from the Cloud API: it has an identifier or a code of the Graph API. */
export const isCloudAnswer = ({ body }: ProviderAnswer): boolean => {
  const document = jsonIn(body)
  return identifierIn(document) !== undefined || graphCode(document) !== undefined
}

/**
 * The meaning of the Cloud API's response to a send; other responses prove nothing. The vendor's words are
 * left out if they contain one of the hidden values.
 */
export const readCloudAnswer = (answer: ProviderAnswer, hidden: readonly string[] = []): SubmitOutcome => {
  const { status } = answer
  const document = jsonIn(answer.body)
  const code = graphCode(document)
  if (status >= 200 && status < 300 && code === undefined) {
    const id = identifierIn(document)
    // A message that is held for a quality check is accepted like any other.
    if (id !== undefined) return { _tag: 'Accepted', providerMessageIds: [id] }
    return { _tag: 'OutcomeUnknown', detail: `the Cloud API responded with ${status} without an identifier` }
  }
  if (code === undefined)
    return { _tag: 'OutcomeUnknown', detail: `the Cloud API responded with ${status} without a code` }
  const detail = `the Cloud API responded with ${status}, ${code}`
  const error = valueAt(document, 'error')
  const meaning = outcomeOfCode(code, wordsIn(error)) ?? byStatus(status)
  const outcome = outcomeNamed(meaning, detail, answer, reasonIn(error, hidden))
  if (outcome._tag === 'NotAttempted') return { ...outcome, isRefused: true }
  if (outcome._tag === 'PermanentFailure') return { ...outcome, ...blockOfCode(code) }
  return outcome._tag === 'TransientFailure' ? waiting(code, outcome) : outcome
}
