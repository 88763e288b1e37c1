import type { ContentPart } from '../../channels/kind.js'
import { writtenIn } from '../../channels/own-records.js'
import { countCodePoints, NOT_ALLOWED } from '../../kernel/codecs/count-code-points.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { examplesOf, parseText, variableNames } from '../../kernel/texts/placeholders.js'
import type { DraftBody } from './draft.js'
import { type BrokenFieldTest, lintVariables } from './lint-variables.js'

/** The maximum number of problems in a response (docs/api/conventions#field-errors). */
const MAX_PROBLEMS = 50

/** The linted fields of a draft: its content and variables, and its category if it is known. */
export type LintedDraft = Pick<DraftBody, 'content' | 'variables'> & {
  readonly category?: DraftBody['category'] | undefined
}

const NOTHING_BROKEN: BrokenFieldTest = () => false

/**
 * The start of a placeholder; braces that aren't part of one would be sent as they are. Closing braces aren't
 * checked, because style sheets often contain them in pairs.
 */
const STRAY_BRACES = '{{'

const lengthProblems = ({ field, text, maxLength, oneLine }: ContentPart): readonly FieldProblem[] => {
  const length = countCodePoints(text, oneLine)
  if (length === NOT_ALLOWED)
    return [
      bodyProblem(
        field,
        'format',
        oneLine
          ? 'The text must not contain line breaks or control characters.'
          : 'The text must not contain control characters.',
      ),
    ]
  if (text.trim() === '') return [bodyProblem(field, 'too_short', 'The text must not be blank.')]
  return length > maxLength
    ? [bodyProblem(field, 'too_long', `The value must have at most ${maxLength} characters.`)]
    : []
}

const placeholderProblems = (
  { field, text }: ContentPart,
  isDeclared: (name: string) => boolean,
): readonly FieldProblem[] => {
  const parsed = parseText(text)
  const hasStrayBraces = parsed.some((piece, at) => at % 2 === 0 && piece.includes(STRAY_BRACES))
  const stray =
    'The text has double braces without a valid variable name. Names consist of letters, digits and `_`.'
  return [
    ...variableNames(parsed)
      .filter((name) => !isDeclared(name))
      .map((name) => bodyProblem(field, 'unknown', `The variable \`${name}\` is not declared.`)),
    ...(hasStrayBraces ? [bodyProblem(field, 'format', stray)] : []),
  ]
}

/**
 * All problems that prevent sending the draft for review, at most fifty (docs/api/templates#template-drafts):
 * - placeholders and declared variables that don't match
 * - parts that are empty, too long or not in one line
 * - examples that don't fit their variables
 * - content that the channel or its vendor refuses
 * - variables without a type if a type is required
 *
 * The request's shape covers name and language. Fields with an invalid shape (`isBroken`, by JSON Pointer)
 * aren't linted, and no problem is reported that depends on them.
 */
export const lintDraft = (
  draft: LintedDraft,
  isBroken: BrokenFieldTest = NOTHING_BROKEN,
): readonly FieldProblem[] => {
  const { content, variables, category } = draft
  const isOtp = category === undefined ? undefined : category === 'otp'
  const written = writtenIn(content)
  const parts = written.parts.filter(({ field }) => !isBroken(field))
  const declared = new Set(variables.map(({ name }) => name))
  const isDeclared = isBroken('/variables') ? () => true : (name: string) => declared.has(name)
  const isWhole = !isBroken('/content') && !isBroken('/variables')
  return [
    ...parts.flatMap((part) => [...lengthProblems(part), ...placeholderProblems(part, isDeclared)]),
    ...written
      .problems(isWhole ? examplesOf(variables) : undefined, isOtp)
      .filter(({ field }) => !isBroken(field)),
    ...lintVariables(variables, { ...written, parts }, isBroken),
  ].slice(0, MAX_PROBLEMS)
}
