import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'

const FIELD = '/displayName'
const LONGEST = 100

/**
 * What is wrong with a name that somebody chooses for themselves (docs/contract#signing-up): 1 to 100 characters on one line, of
 * which something is seen. Empty when nothing is wrong.
 */
export const checkDisplayName = (name: string): readonly FieldProblem[] => {
  if (name.trim() === '') return [bodyProblem(FIELD, 'too_short', 'Must have at least 1 character.')]
  if ([...name].length > LONGEST)
    return [bodyProblem(FIELD, 'too_long', `Must have at most ${LONGEST} characters.`)]
  return /[\p{Cc}\p{Cs}]/u.test(name)
    ? [bodyProblem(FIELD, 'format', 'Contains a character that is not allowed.')]
    : []
}
