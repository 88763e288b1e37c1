import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ProviderAnswer } from '@postrider/http-calls/provider-request'
import { jsonIn } from '@postrider/http-calls/json-value'
import { type AnswerOutcome, outcomeNamed } from '@postrider/http-calls/answer-outcome'
import type { AnswerRules } from '../gateways/gateway.js'
import { textAt } from './json-pointer.js'

/** What can be told of a code in a sentence: a gateway's words may repeat numbers or texts. */
const SHOWN_CODE = /^[A-Za-z0-9_.-]{1,32}$/
const LONGEST_ID = 128

/** What a status means that nobody mapped: who redirects has not taken it, unless it may have and shows the way on. */
const byStatus = (status: number): AnswerOutcome => {
  if (status === 429 || status === 408) return 'transient_failure'
  if ((status >= 401 && status <= 403) || status === 407) return 'not_attempted'
  if (status === 307 || status === 308) return 'not_attempted'
  return status >= 400 && status < 500 ? 'provider_rejected' : 'unknown'
}

/** The identifier of what was taken; one that nobody could report under is none. */
const identifierIn = (document: unknown, { idAt }: AnswerRules): readonly string[] => {
  const id = textAt(document, idAt)
  return id !== undefined && id !== '' && id.length <= LONGEST_ID ? [id] : []
}

/** Whether an answer has the form of the gateway's: it has one of the values that the rules read, or is the gateway's plain text. */
export const isGatewayAnswer = ({ body }: ProviderAnswer, rules: AnswerRules): boolean => {
  const document = jsonIn(body)
  const pointers = [rules.takenAt, rules.idAt, rules.codeAt]
  if (pointers.some((pointer) => textAt(document, pointer) !== undefined)) return true
  return rules.plain !== undefined && body !== undefined && rules.plain.test(new TextDecoder().decode(body))
}

/** What an answer means by a gateway's rules; what nobody foresaw is no proof of anything. */
export const readAnswer = (answer: ProviderAnswer, rules: AnswerRules): SubmitOutcome => {
  const { status } = answer
  const document = jsonIn(answer.body)
  const code = textAt(document, rules.codeAt)
  const shown = code !== undefined && SHOWN_CODE.test(code) ? `, ${code}` : ''
  const detail = `the gateway answered ${status}${shown}`
  const mapped =
    (code === undefined ? undefined : rules.outcomes.get(code)) ?? rules.outcomes.get(`http-${status}`)
  if (mapped !== undefined) return outcomeNamed(mapped, detail, answer)
  if (!rules.takenStatus.includes(status)) return outcomeNamed(byStatus(status), detail, answer)
  if (rules.takenAt === undefined)
    return { _tag: 'Accepted', providerMessageIds: identifierIn(document, rules) }
  const verdict = textAt(document, rules.takenAt)
  if (verdict === undefined) return outcomeNamed('unknown', `${detail} and not what is known`, answer)
  if (!rules.takenIs.includes(verdict))
    return outcomeNamed('provider_rejected', `${detail} and said no`, answer)
  return { _tag: 'Accepted', providerMessageIds: identifierIn(document, rules) }
}
