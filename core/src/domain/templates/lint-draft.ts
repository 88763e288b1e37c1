import { countCodePoints, NOT_ALLOWED } from '../codecs/count-code-points.js'
import { bodyProblem } from '../refusals/body-problem.js'
import type { FieldProblem } from '../refusals/refusal.js'
import { MAX_SMS_SEGMENTS, smsLayout } from '../sms/segments.js'
import type { DraftBody } from './draft.js'
import { type DraftPart, partsOf } from './draft-parts.js'
import { type IsBroken, lintVariables } from './lint-variables.js'
import { lintWhatsapp } from './lint-whatsapp.js'
import { examplesOf, fill, parseText, variableNames } from './placeholders.js'

/** The most problems that an answer names (docs/contract#field-errors). */
const MAX_PROBLEMS = 50

/** What is linted of a draft: its content, and its variables in their places. */
export type LintedDraft = Pick<DraftBody, 'content' | 'variables'>

const NOTHING_BROKEN: IsBroken = () => false

/** Begins a placeholder; in what is none it would be sent as it is. Closing braces in pairs end many a style sheet. */
const STRAY_BRACES = '{{'

const lengthProblems = ({ field, text, maxLength, oneLine }: DraftPart): readonly FieldProblem[] => {
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
  { field, text }: DraftPart,
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

const segmentProblems = ({ content, variables }: LintedDraft): readonly FieldProblem[] => {
  if (content.channel !== 'sms') return []
  const { segments } = smsLayout(fill(parseText(content.text), examplesOf(variables)))
  if (segments <= MAX_SMS_SEGMENTS) return []
  return [
    bodyProblem(
      '/content/text',
      'too_long',
      `With its examples it takes more than ${MAX_SMS_SEGMENTS} segments.`,
    ),
  ]
}

/**
 * All that stands against sending the draft for review, at most fifty problems (docs/contract#template-drafts):
 * placeholders and declared variables that do not match, parts that are empty, too long or not in one line,
 * examples that do not fit their variables, what WhatsApp's vendor refuses, and variables without a type in an SMS
 * for +91. Name and language are the business of the request's shape. Where the shape is broken already
 * (`isBroken`, by JSON Pointers), what is broken is not linted, and nothing is said that what is broken could
 * answer.
 */
export const lintDraft = (
  draft: LintedDraft,
  isBroken: IsBroken = NOTHING_BROKEN,
): readonly FieldProblem[] => {
  const { content, variables } = draft
  const parts = partsOf(content).filter(({ field }) => !isBroken(field))
  const declared = new Set(variables.map(({ name }) => name))
  const isDeclared = isBroken('/variables') ? () => true : (name: string) => declared.has(name)
  const isWhole = !isBroken('/content') && !isBroken('/variables')
  return [
    ...parts.flatMap((part) => [...lengthProblems(part), ...placeholderProblems(part, isDeclared)]),
    ...(isWhole ? segmentProblems(draft) : []),
    ...(content.channel === 'whatsapp' ? lintWhatsapp(content) : []),
    ...lintVariables(draft, parts, isBroken),
  ].slice(0, MAX_PROBLEMS)
}
