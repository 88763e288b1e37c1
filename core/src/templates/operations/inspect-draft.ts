import type { InspectionContext } from '../../kernel/inspections/inspection.js'
import type { templateOperations } from './operations.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { contentIn, contentProblems } from '../domain/draft-content.js'
import { lintDraft } from '../domain/lint-draft.js'
import { lintHtml } from '../domain/lint-html.js'
import type { TemplateVariable } from '../domain/template.js'
import type { Ports } from '../../assembly/ports.js'
import type { PartsOf } from '../../runner/use-cases/implementation.js'
import { present } from '../../kernel/present.js'

/** What is well-shaped of a draft as it is saved. */
export type DraftParts = PartsOf<typeof templateOperations.saveCustomerTemplateDraft>

/** A version is named with its draft, and a draft with the version that is changed. */
const namingProblems = ({ draftId, version }: DraftParts): readonly FieldProblem[] => {
  if (draftId === undefined && version !== undefined)
    return [bodyProblem('/draftId', 'required', 'Must name the draft that the version is of.')]
  return draftId !== undefined && version === undefined
    ? [bodyProblem('/version', 'required', 'Must name the version that is changed.')]
    : []
}

/** A variable in its place; of one that is broken the lint hears nothing but that. */
export const variableIn = (parts: NonNullable<DraftParts['variables']>[number]): TemplateVariable => {
  const { name = '', example = '', type, maxLength } = parts ?? {}
  return {
    name,
    example,
    ...present({ type, maxLength }),
  }
}

/** What can be said of a draft as it is saved: its name, what its channel takes, and what its review would object to. */
export const inspectDraft = (
  parts: DraftParts,
  { isBroken }: InspectionContext,
  { htmlReader }: Pick<Ports, 'htmlReader'>,
): readonly FieldProblem[] => {
  const { channel, content = {}, variables = [] } = parts
  if (channel === undefined) return namingProblems(parts)
  const linted = { content: contentIn(channel, content), variables: variables.map(variableIn) }
  const misfits = isBroken('/content') && parts.content === undefined ? [] : contentProblems(channel, content)
  const isUnfit = (field: string) => isBroken(field) || misfits.some((misfit) => misfit.field === field)
  return [
    ...namingProblems(parts),
    ...misfits,
    ...lintDraft(linted, isUnfit),
    ...lintHtml(linted, htmlReader.read, isUnfit),
  ]
}
