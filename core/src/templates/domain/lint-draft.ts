import type { ContentPart } from '../../channels/kind.js'
import { writtenIn } from '../../channels/own-records.js'
import { countCodePoints, NOT_ALLOWED } from '../../kernel/codecs/count-code-points.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { examplesOf, parseText, variableNames } from '../../kernel/texts/placeholders.js'
import type { DraftBody } from './draft.js'
import { type BrokenFieldTest, lintVariables } from './lint-variables.js'

/** The most problems that an answer names (docs/contract#field-errors). */
const MAX_PROBLEMS = 50

/** What is linted of a draft: its content, and its variables in their places. */
export type LintedDraft = Pick<DraftBody, 'content' | 'variables'>

const NOTHING_BROKEN: BrokenFieldTest = () => false

/** Begins a placeholder; in what is none it would be sent as it is. Closing braces in pairs end many a style sheet. */
const STRAY_BRACES = '{{'

const lengthProblems = ({ field, text, maxLength, oneLine }: ContentPart): readonly FieldProblem[] => {
  const length = countCodePoints(text, oneLine)
  if (length === NOT_ALLOWED)
    return [
      bodyProblem(
        field,
        'format',
        oneLine ? 'May hold no line break or control character.' : 'May hold no control character.',
      ),
    ]
  if (text.trim() === '') return [bodyProblem(field, 'too_short', 'Must say something.')]
  return length > maxLength
    ? [bodyProblem(field, 'too_long', `Must have at most ${maxLength} characters.`)]
    : []
}

const placeholderProblems = (
  { field, text }: ContentPart,
  isDeclared: (name: string) => boolean,
): readonly FieldProblem[] => {
  const parsed = parseText(text)
  const hasStrayBraces = parsed.some((piece, at) => at % 2 === 0 && piece.includes(STRAY_BRACES))
  const stray = 'Has double braces that enclose no name of a variable: letters, digits and `_`.'
  return [
    ...variableNames(parsed)
      .filter((name) => !isDeclared(name))
      .map((name) => bodyProblem(field, 'unknown', `No variable \`${name}\` is declared.`)),
    ...(hasStrayBraces ? [bodyProblem(field, 'format', stray)] : []),
  ]
}

/**
 * All that stands against sending the draft for review, at most fifty problems (docs/contract#template-drafts): placeholders and
 * declared variables that do not match, parts that are empty, too long or not in one line, examples that do not fit
 * their variables, what the channel or its vendor refuses, and variables without a type where each needs one. Name and language
 * are the business of the request's shape. Where the shape is broken already (`isBroken`, by JSON Pointers), what is broken
 * is not linted, and nothing is said that what is broken could answer.
 */
export const lintDraft = (
  draft: LintedDraft,
  isBroken: BrokenFieldTest = NOTHING_BROKEN,
): readonly FieldProblem[] => {
  const { content, variables } = draft
  const written = writtenIn(content)
  const parts = written.parts.filter(({ field }) => !isBroken(field))
  const declared = new Set(variables.map(({ name }) => name))
  const isDeclared = isBroken('/variables') ? () => true : (name: string) => declared.has(name)
  const isWhole = !isBroken('/content') && !isBroken('/variables')
  return [
    ...parts.flatMap((part) => [...lengthProblems(part), ...placeholderProblems(part, isDeclared)]),
    ...written.problems(isWhole ? examplesOf(variables) : undefined),
    ...lintVariables(variables, { ...written, parts }, isBroken),
  ].slice(0, MAX_PROBLEMS)
}
