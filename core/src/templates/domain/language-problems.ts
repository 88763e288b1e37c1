import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { DraftBody, TemplateDraft } from './draft.js'
import { languageKey } from './template-language.js'

const namesOf = ({ variables }: Pick<DraftBody, 'variables'>): string =>
  variables
    .map(({ name }) => name)
    .sort()
    .join()

/**
 * The differences between a template and another language of it that would make sends fail: they have the same
 * channel, category and variables. The language of a draft can't change; `before` is its earlier one.
 */
export const languageProblems = (
  template: TemplateDraft,
  body: DraftBody,
  before?: string,
): readonly FieldProblem[] => [
  ...(template.variantOf === undefined
    ? []
    : [bodyProblem('/variantOf', 'not_allowed', 'The template is itself a language of another template.')]),
  ...(template.content.channel === body.content.channel
    ? []
    : [bodyProblem('/channel', 'mismatch', 'The channel must be that of the template.')]),
  ...(template.category === body.category
    ? []
    : [bodyProblem('/category', 'mismatch', 'The category must be that of the template.')]),
  ...(namesOf(template) === namesOf(body)
    ? []
    : [bodyProblem('/variables', 'mismatch', 'The variables must have the names of those of the template.')]),
  ...(before === undefined || languageKey(before) === languageKey(body.language)
    ? []
    : [
        bodyProblem(
          '/language',
          'mismatch',
          'The language of a draft can’t be changed. Add another language.',
        ),
      ]),
]

/** The problem of a language that the template already has; `others` are those besides its own. */
export const takenProblems = (
  { language }: Pick<TemplateDraft, 'language'>,
  others: readonly string[],
  body: Pick<DraftBody, 'language'>,
): readonly FieldProblem[] =>
  [language, ...others].some((one) => languageKey(one) === languageKey(body.language))
    ? [bodyProblem('/language', 'not_allowed', 'The template has this language already.')]
    : []
