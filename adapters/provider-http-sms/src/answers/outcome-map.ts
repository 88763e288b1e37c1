import { FAILURE_CODES } from '@postrider/core/domain/messages/message-state'
import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import { wrongAccount } from '@postrider/core/use-cases/providers/account-reader'

const OUTCOMES: readonly string[] = ['refused_for_now', 'refused_here', 'not_sent', 'unknown']
/** What a message may fail of that is decided elsewhere: no answer of a gateway says it. */
const OURS = new Set([
  'attempts_exhausted',
  'validity_expired',
  'outcome_unknown',
  'cancelled',
  'template_rejected',
])

const WORDS = [...OUTCOMES, ...FAILURE_CODES.filter((code) => !OURS.has(code))]

const isOutcome = (word: string | undefined): word is AnswerOutcome =>
  word !== undefined && WORDS.includes(word)

/** Reads `1234=recipient_invalid,http-503=refused_for_now`; throws a sentence. */
export const readOutcomeMap = (text: string): ReadonlyMap<string, AnswerOutcome> => {
  const outcomes = new Map<string, AnswerOutcome>()
  for (const entry of text.split(',').map((each) => each.trim())) {
    const [, code, word] = /^([^=]{1,64})=([a-z_]+)$/.exec(entry) ?? []
    if (code === undefined || !isOutcome(word))
      throw wrongAccount(`outcomeMap is code=outcome with commas between, outcome one of ${WORDS.join(', ')}`)
    outcomes.set(code.trim(), word)
  }
  return outcomes
}
