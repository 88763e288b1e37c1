import type { InspectionContext } from '../../kernel/inspections/inspection.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { contentIn, contentProblems } from '../domain/draft-content.js'
import { lintDraft } from '../domain/lint-draft.js'
import { lintHtml } from '../domain/lint-html.js'
import type { TemplateVariable } from '../domain/template.js'
import type { HtmlReader } from '../ports/html-reader.js'
import type { Ids } from '../../kernel/ports/ids.js'
import { present } from '../../kernel/present.js'
import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import type { TemplateId } from '../../kernel/ids/id.js'
import { languageProblems, takenProblems } from '../domain/language-problems.js'
import { beginDraft, type DraftBody, reviseDraft, type TemplateDraft } from '../domain/draft.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { type CallOf, mutation, type PartsOf } from '../../runner/use-cases/implementation.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { authorOf, doneWith, lockedNewest } from './locked-drafts.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATES } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import {
  templateChannel,
  templateCategory,
  templateLanguage,
  contentRequest,
  variablesRequest,
  draftId as draftIdField,
  variantOf as variantOfField,
  draftVersion,
  draftShape,
} from './shapes.js'
import { name as nameField } from '../../runner/domain/fields/written-texts.js'

/**
 * Creates a draft or saves its next version. Conflict if the version isn't the newest, or is under review.
 */
export const saveCustomerTemplateDraftEntry = entryOf('Templates', 'saveCustomerTemplateDraft', {
  ...TEMPLATES,
  summary: 'Create a template draft, or save its next version',
  description:
    "To save a next version, pass the draft's ID and its newest `version`. To add a language to a template, pass its ID as `variantOf` with the first version. A draft that couldn't be submitted for review is refused.",
  success: 'The version of the draft is saved.',
  mutation: true,
  effect: 'adds',
  quotas: ['templates', 'templateVersions'],
  whileSuspended: false,
  controls: ['version'],
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      channel: templateChannel,
      name: nameField('Name of the template, for people.', 'order_shipped'),
      category: templateCategory,
      language: templateLanguage,
      content: contentRequest,
      variables: variablesRequest,
    },
    { draftId: draftIdField, version: draftVersion, variantOf: variantOfField },
  ),
  result: mutationResult({ draft: draftShape }, {}),
})

/** The valid parts of a draft in a request to save it. */
export type DraftParts = PartsOf<typeof saveCustomerTemplateDraftEntry>

/** A version must be named with its draft, and a draft with the version to change. */
const namingProblems = ({ draftId, version, variantOf }: DraftParts): readonly FieldProblem[] => {
  if (draftId !== undefined && variantOf !== undefined)
    return [
      bodyProblem('/variantOf', 'not_allowed', 'Only a new draft can be a language of another template.'),
    ]
  if (draftId === undefined && version !== undefined)
    return [bodyProblem('/draftId', 'required', 'The draft of the version is required.')]
  return draftId !== undefined && version === undefined
    ? [bodyProblem('/version', 'required', 'The version that you change is required.')]
    : []
}

/**
 * The variable for the lint; missing parts of an invalid one are filled in, and no further problems of it are
 * reported.
 */
export const variableIn = (parts: NonNullable<DraftParts['variables']>[number]): TemplateVariable => {
  const { name = '', example = '', type, maxLength } = parts ?? {}
  return {
    name,
    example,
    ...present({ type, maxLength }),
  }
}

/**
 * Checks a draft in a request to save it: its name, the parts that its channel takes, and the problems that
 * would prevent its review.
 */
export const inspectDraft = (
  parts: DraftParts,
  { isBroken }: InspectionContext,
  { htmlReader }: { readonly htmlReader: HtmlReader },
): readonly FieldProblem[] => {
  const { channel, category, content = {}, variables = [] } = parts
  if (channel === undefined) return namingProblems(parts)
  const linted = { category, content: contentIn(channel, content), variables: variables.map(variableIn) }
  const misfits = isBroken('/content') && parts.content === undefined ? [] : contentProblems(channel, content)
  const isUnfit = (field: string) => isBroken(field) || misfits.some((misfit) => misfit.field === field)
  return [
    ...namingProblems(parts),
    ...misfits,
    ...lintDraft(linted, isUnfit),
    ...lintHtml(linted, htmlReader.read, isUnfit),
  ]
}

/** The template in the request, if nothing prevents its review. */
const bodyOf = ({
  channel,
  name,
  category,
  language,
  content,
  variables,
}: CallOf<typeof saveCustomerTemplateDraftEntry>['request']): DraftBody => ({
  name: name.trim(),
  category,
  language,
  content: contentIn(channel, content),
  variables,
})

/** The template of which the new draft is a language, if the request names one. */
const variantFor = async (
  unit: UnitOfWork,
  call: CallOf<typeof saveCustomerTemplateDraftEntry>,
  body: DraftBody,
): Promise<E.Either<Refusal, TemplateId | undefined>> => {
  const { variantOf } = call.request
  if (variantOf === undefined) return E.right(undefined)
  const template = await lockedNewest(unit, call, variantOf)
  if (E.isLeft(template)) return template
  const { draftId, organizationId } = template.right
  const others = await unit.templateDrafts.languagesOf(organizationId, draftId)
  const problems = [...languageProblems(template.right, body), ...takenProblems(template.right, others, body)]
  return problems.length > 0 ? E.left(invalidRequest(problems)) : E.right(draftId)
}

const begin = async (
  { ids }: { readonly ids: Ids },
  unit: UnitOfWork,
  call: CallOf<typeof saveCustomerTemplateDraftEntry>,
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const { organizationId } = membershipOf(call).organization
  // The Organization is locked, so that the second of two concurrent requests finds the first one's draft.
  await unit.organizations.lock(organizationId)
  if ((await unit.templateDrafts.countOf(organizationId)) >= QUOTAS.templates.most)
    return E.left(quotaReached('templates'))
  const body = bodyOf(call.request)
  const variantOf = await variantFor(unit, call, body)
  if (E.isLeft(variantOf)) return variantOf
  const authorship = { templateVersionId: ids.next('tpv'), actor: authorOf(call), atMs: call.nowMs }
  const draft = { draftId: ids.next('tpl'), organizationId, variantOf: variantOf.right }
  return E.right(beginDraft(draft, body, authorship))
}

const revise = async (
  { ids }: { readonly ids: Ids },
  unit: UnitOfWork,
  call: CallOf<typeof saveCustomerTemplateDraftEntry>,
  { draftId, version }: { readonly draftId: string; readonly version: number },
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const newest = await lockedNewest(unit, call, draftId)
  if (E.isLeft(newest)) return newest
  if (newest.right.version >= QUOTAS.templateVersions.most) return E.left(quotaReached('templateVersions'))
  const body = bodyOf(call.request)
  const { variantOf } = newest.right
  const template = variantOf === undefined ? undefined : await unit.templateDrafts.lockNewest(variantOf)
  const problems = template === undefined ? [] : languageProblems(template, body, newest.right.language)
  if (problems.length > 0) return E.left(invalidRequest(problems))
  const authorship = { templateVersionId: ids.next('tpv'), actor: authorOf(call), atMs: call.nowMs }
  return reviseDraft(newest.right, version, body, authorship)
}

export const saveCustomerTemplateDraft = mutation(saveCustomerTemplateDraftEntry, {
  lock: 'shared',
  inspect: inspectDraft,
  run: async (unit, call, needs) => {
    const { draftId, version = 0 } = call.request
    const saved =
      draftId === undefined
        ? await begin(needs, unit, call)
        : await revise(needs, unit, call, { draftId, version })
    if (E.isLeft(saved)) return saved
    unit.templateDrafts.add(saved.right)
    return E.right(await doneWith(unit, saved.right))
  },
})
