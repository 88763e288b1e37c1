import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import { isReadableName } from '../../../kernel/texts/readable-name.js'

const FIELD = '/displayName'
const LONGEST = 100

/**
 * Checks a name that a person chooses for themselves (docs/api/sign-in#signing-up): 1 to 100 characters on
 * one line, with a letter, a digit or an emoji and no invisible formatting characters. Empty if there are no
 * problems.
 */
export const checkDisplayName = (name: string): readonly FieldProblem[] => {
  if (name.trim() === '')
    return [bodyProblem(FIELD, 'too_short', 'The value must have at least 1 character.')]
  if ([...name].length > LONGEST)
    return [bodyProblem(FIELD, 'too_long', `The value must have at most ${LONGEST} characters.`)]
  if (/[\p{Cc}\p{Cs}]/u.test(name))
    return [bodyProblem(FIELD, 'format', 'The value contains a character that is not allowed.')]
  return isReadableName(name)
    ? []
    : [
        bodyProblem(
          FIELD,
          'format',
          'The value must have a letter, digit or emoji, and no invisible formatting characters.',
        ),
      ]
}
