import type { Actor } from '../domain/audit-event.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'

/** The actor and reason of a command; both are kept forever. */
export interface OperatorCommand {
  readonly actor: Actor
  /** 1 to 500 characters; line breaks are allowed, other control characters aren't. */
  readonly reason: string
}

const LONGEST_REASON = 500
const NOT_TEXT = /(?![\r\n])\p{Cc}|\p{Cs}/u

const problem = (code: FieldProblem['code'], message: string): readonly FieldProblem[] => [
  { location: 'body', field: '/reason', code, message },
]

/** The problems of a reason. Empty if there are none. */
export const checkReason = (reason: string): readonly FieldProblem[] => {
  if (reason.trim() === '') return problem('too_short', 'A reason is required.')
  if ([...reason].length > LONGEST_REASON)
    return problem('too_long', `The value must have at most ${LONGEST_REASON} characters.`)
  return NOT_TEXT.test(reason) ? problem('format', 'The value contains a character that is not allowed.') : []
}
