import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { providerReason } from '@postrider/core/providers/domain/calls/provider-reason'
import type { ProviderAnswer } from '@postrider/http-calls/provider-request'
import { jsonIn } from '@postrider/http-calls/json-value'
import { type AnswerOutcome, outcomeNamed } from '@postrider/http-calls/answer-outcome'
import { blockIn } from '../gateways/recipient-blocks.js'
import type { AnswerRules } from '../gateways/gateway.js'
import { textAt } from './json-pointer.js'

/** The form of codes that may be shown: a gateway's texts may contain numbers or message texts. */
const SHOWN_CODE = /^[A-Za-z0-9_.-]{1,32}$/
const LONGEST_ID = 128

/**
 * The meaning of an unmapped status. A redirect that asks to repeat the request (307, 308) means that the
 * message wasn't accepted. After any other redirect the outcome is unknown.
 */
const byStatus = (status: number): AnswerOutcome => {
  if (status === 429 || status === 408) return 'transient_failure'
  if ((status >= 401 && status <= 403) || status === 407) return 'not_attempted'
  if (status === 307 || status === 308) return 'not_attempted'
  return status >= 400 && status < 500 ? 'provider_rejected' : 'unknown'
}

/** The identifier of an accepted message; an unusable one counts as none. */
const identifierIn = (document: unknown, { idAt }: AnswerRules): readonly string[] => {
  const id = textAt(document, idAt)
  return id !== undefined && id !== '' && id.length <= LONGEST_ID ? [id] : []
}

/**
 * Whether a response has the gateway's form: it has one of the values that the rules read, or is the
 * gateway's plain text.
 */
export const isGatewayAnswer = ({ body }: ProviderAnswer, rules: AnswerRules): boolean => {
  const document = jsonIn(body)
  const pointers = [rules.takenAt, rules.idAt, rules.codeAt]
  if (pointers.some((pointer) => textAt(document, pointer) !== undefined)) return true
  return rules.plain !== undefined && body !== undefined && rules.plain.test(new TextDecoder().decode(body))
}

const withBlock = (
  outcome: SubmitOutcome,
  { blocks }: AnswerRules,
  code: string | undefined,
): SubmitOutcome =>
  outcome._tag === 'PermanentFailure'
    ? { ...outcome, ...blockIn(outcome.failureCode, blocks, [code]) }
    : outcome

/** The gateway's words in a refusal: at their place in JSON, or its plain text. */
const wordsIn = (
  document: unknown,
  { body }: ProviderAnswer,
  { textAt: place, plain }: AnswerRules,
): string => {
  const text = textAt(document, place)
  if (text !== undefined || plain === undefined || body === undefined) return text ?? ''
  const whole = new TextDecoder().decode(body)
  return plain.test(whole) ? whole : ''
}

/**
 * The meaning of a response by a gateway's rules; an unexpected response proves nothing. The gateway's words
 * are left out if they contain one of the hidden values.
 */
export const readAnswer = (
  answer: ProviderAnswer,
  rules: AnswerRules,
  hidden: readonly string[] = [],
): SubmitOutcome => {
  const { status } = answer
  const document = jsonIn(answer.body)
  const code = textAt(document, rules.codeAt)
  const shown = code !== undefined && SHOWN_CODE.test(code) ? `, ${code}` : ''
  const detail = `the gateway responded with ${status}${shown}`
  const words = wordsIn(document, answer, rules)
  const refused = (outcome: AnswerOutcome, sentence = detail): SubmitOutcome =>
    outcomeNamed(outcome, sentence, answer, providerReason(shown === '' ? status : code, words, hidden))
  const byWords = (usual: AnswerOutcome): AnswerOutcome =>
    rules.words?.find(([form]) => form.test(words))?.[1] ?? usual
  const mapped =
    (code === undefined ? undefined : rules.outcomes.get(code)) ?? rules.outcomes.get(`http-${status}`)
  if (mapped !== undefined) return withBlock(refused(mapped), rules, code)
  if (!rules.takenStatus.includes(status)) return refused(byWords(byStatus(status)))
  if (rules.takenAt === undefined)
    return { _tag: 'Accepted', providerMessageIds: identifierIn(document, rules) }
  const verdict = textAt(document, rules.takenAt)
  if (verdict === undefined)
    return outcomeNamed('unknown', `${detail}, which is not a known response`, answer)
  if (!rules.takenIs.includes(verdict))
    return refused(byWords('provider_rejected'), `${detail} and refused the message`)
  return { _tag: 'Accepted', providerMessageIds: identifierIn(document, rules) }
}
