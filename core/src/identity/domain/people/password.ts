import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import { isGuessable } from './guessable.js'

const SHORTEST = 12
const LONGEST = 256
const problem = (field: string, code: FieldProblem['code'], message: string): readonly FieldProblem[] => [
  { location: 'body', field, code, message },
]

/**
 * Checks a password that a person chooses (docs/api/sign-in#passwords): 12 to 256 characters, and not easy to
 * guess. Its composition doesn't matter. `known` are texts that others know about the person: address, name,
 * Organization. Empty if there are no problems.
 */
export const checkPassword = (
  password: string,
  field: string,
  known: readonly string[],
  isCommon: (password: string) => boolean,
): readonly FieldProblem[] => {
  const length = [...password].length
  if (length < SHORTEST)
    return problem(field, 'too_short', `The password must have at least ${SHORTEST} characters.`)
  if (length > LONGEST)
    return problem(field, 'too_long', `The value must have at most ${LONGEST} characters.`)
  return isGuessable(password, known, isCommon)
    ? problem(field, 'not_allowed', 'This password is too easy to guess. Choose another one.')
    : []
}
