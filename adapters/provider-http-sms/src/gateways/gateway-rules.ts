import { text } from '@postrider/core/kernel/codecs/text'
import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import type { AnswerRules } from './gateway.js'

/**
 * The rules for a gateway's responses, most of which contain little: without other rules, 200 means accepted.
 */
export const answerRules = (
  taken: Partial<AnswerRules>,
  outcomes: Readonly<Record<string, AnswerOutcome>>,
): AnswerRules => ({
  takenStatus: [200],
  takenAt: undefined,
  takenIs: [],
  idAt: undefined,
  codeAt: undefined,
  textAt: undefined,
  ...taken,
  outcomes: new Map(Object.entries(outcomes)),
})

/** The setting that names the account at a gateway. */
export const accountSid = text({
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  description: 'Account SID at the gateway.',
  example: 'AC00000000000000000000000000000000',
})

/** A map from codes to the words of a table. */
export const codes = <W extends string>(words: Readonly<Record<string, W>>): ReadonlyMap<string, W> =>
  new Map(Object.entries(words))
