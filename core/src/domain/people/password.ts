import type { FieldProblem } from '../refusals/refusal.js'

const SHORTEST = 12
const LONGEST = 256
/** Words of fewer characters are in too many passwords by chance. */
const SHORTEST_WORD = 4

const problem = (field: string, code: FieldProblem['code'], message: string): readonly FieldProblem[] => [
  { location: 'body', field, code, message },
]

/**
 * What is wrong with a password that somebody chooses (docs/contract#passwords): 12 to 256 characters, none of the
 * common ones, and not made of what everybody knows of the person. Nothing is asked of its composition. Empty when
 * nothing is wrong.
 */
export const checkPassword = (
  password: string,
  field: string,
  known: readonly string[],
  isCommon: (password: string) => boolean,
): readonly FieldProblem[] => {
  const length = [...password].length
  if (length < SHORTEST) return problem(field, 'too_short', `Must have at least ${SHORTEST} characters.`)
  if (length > LONGEST) return problem(field, 'too_long', `Must have at most ${LONGEST} characters.`)
  const lower = password.toLowerCase()
  const words = known
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= SHORTEST_WORD)
  // What is left once everything known is taken out has to carry the password.
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), lower)
  if (isCommon(password) || new Set(rest).size < SHORTEST_WORD)
    return problem(field, 'not_allowed', 'Is too easy to guess: choose another one.')
  return []
}
