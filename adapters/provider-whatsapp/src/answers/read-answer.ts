import type { TransientFailure, SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { type AnswerOutcome, outcomeNamed } from '@postrider/http-calls/answer-outcome'
import { namedList, jsonIn, namedText, valueAt } from '@postrider/http-calls/json-value'
import type { ProviderAnswer } from '@postrider/http-calls/provider-request'
import { isThrottling, outcomeOfCode, pauseAfter } from './graph-codes.js'

/** The maximum length of the vendor's message identifiers. */
export const LONGEST_ID = 128

/** The code of a Graph API refusal; undefined if a response isn't one. */
export const graphCode = (document: unknown): number | undefined => {
  const code = valueAt(document, 'error', 'code')
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined
}

/** The meaning of a refusal that no table has. */
const byStatus = (status: number): AnswerOutcome =>
  status >= 400 && status < 500 ? 'provider_rejected' : 'unknown'

/** Decides whether a code delays the account, which is then called more slowly, or only this message. */
const waiting = (code: number, { detail, retryAfterMs = 0 }: TransientFailure): TransientFailure => {
  const pauseMs = Math.max(retryAfterMs, pauseAfter(code))
  return {
    _tag: 'TransientFailure',
    detail,
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

/** The meaning of the Cloud API's response to a send; other responses prove nothing. */
export const readCloudAnswer = (answer: ProviderAnswer): SubmitOutcome => {
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
  const outcome = outcomeNamed(outcomeOfCode(code) ?? byStatus(status), detail, answer)
  if (outcome._tag === 'NotAttempted') return { ...outcome, isRefused: true }
  return outcome._tag === 'TransientFailure' ? waiting(code, outcome) : outcome
}
