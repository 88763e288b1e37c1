import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { type ParsedText, parseText, variableNames } from '../../kernel/texts/placeholders.js'
import type { WhatsappForms } from './whatsapp-forms.js'

/** The vendor allows one variable in the header. */
const MOST_ABOVE = 1

const isBlank = (literal: string | undefined): boolean => (literal ?? '').trim() === ''

const bodyProblems = (field: string, body: ParsedText): readonly FieldProblem[] => {
  if (body.length === 1) return []
  const literals = body.filter((_, at) => at % 2 === 0)
  const problem = (message: string): FieldProblem => bodyProblem(field, 'format', message)
  return [
    ...(isBlank(literals[0]) ? [problem('The text must not start with a variable.')] : []),
    ...(literals.slice(1, -1).some(isBlank) ? [problem('There must be words between two variables.')] : []),
    ...(isBlank(literals.at(-1)) ? [problem('The text must not end with a variable.')] : []),
  ]
}

/**
 * The problems for which the vendor refuses a text, besides lengths (WhatsApp's template guidelines). In the
 * body and in the texts of cards, a variable can't be first or last, or next to another with only spaces between. The header allows one
 * variable, the footer none.
 */
export const lintWhatsapp = ({
  text,
  header,
  footer,
  cards = [],
}: WhatsappForms['draft']): readonly FieldProblem[] => [
  ...bodyProblems('/content/text', parseText(text)),
  ...cards.flatMap(({ text: own = '' }, at) => bodyProblems(`/content/cards/${at}/text`, parseText(own))),
  ...(header !== undefined && variableNames(parseText(header)).length > MOST_ABOVE
    ? [bodyProblem('/content/header', 'not_allowed', 'The header can have at most one variable.')]
    : []),
  ...(footer !== undefined && parseText(footer).length > 1
    ? [bodyProblem('/content/footer', 'not_allowed', 'The footer cannot have variables.')]
    : []),
]
