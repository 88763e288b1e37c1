import type { RenderedContent } from '../../channels/channels.js'
import { registered } from '../../channels/own-records.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { examplesOf } from '../../kernel/texts/placeholders.js'
import { E } from '../../fp.js'
import { compileTemplate } from './compiled-template.js'
import type { TemplateDraft, TemplateState } from './draft.js'
import type { TemplateVersion } from './template.js'

const STATUS: Readonly<Record<TemplateState, TemplateVersion['status'] | undefined>> = {
  draft: undefined,
  internal_review: undefined,
  pending_vendor: undefined,
  approved: 'approved',
  rejected: undefined,
  paused: 'paused',
  retired: 'retired',
}

const toVersion = (draft: TemplateDraft, status: TemplateVersion['status']): TemplateVersion => {
  const {
    draftId,
    templateVersionId,
    organizationId,
    variantOf,
    name,
    category,
    language,
    variables,
    isForSandbox,
  } = draft
  return {
    templateId: draftId,
    templateVersionId,
    organizationId,
    name,
    category,
    language,
    variantOf,
    variables,
    status,
    isForSandbox,
    content: registered(draft.content, draft.registration),
  }
}

/** The version that sends use under its `templateId`; undefined if it was never approved. */
export const templateVersionOf = (draft: TemplateDraft): TemplateVersion | undefined => {
  const status = STATUS[draft.state]
  return status === undefined ? undefined : toVersion(draft, status)
}

/** The rendered content with the examples as values, as a recipient would get it. */
export const previewDraft = (draft: TemplateDraft): RenderedContent =>
  compileTemplate(toVersion(draft, 'approved')).content.render(examplesOf(draft.variables))

/**
 * Ends the version in use because `approved` replaces it under the same `templateId`
 * (docs/api/templates#template-review). Conflict if `approved` isn't approved or isn't newer, or if the other
 * version is no longer in use.
 */
export const replaceInUse = (
  inUse: TemplateDraft,
  approved: TemplateDraft,
): E.Either<Refusal, TemplateDraft> => {
  const isInUse = inUse.state === 'approved' || inUse.state === 'paused'
  const isNewer = approved.draftId === inUse.draftId && approved.version > inUse.version
  const [last] = approved.history.slice(-1)
  if (!isInUse || !isNewer || last === undefined || approved.state !== 'approved')
    return E.left(refusal('Conflict'))
  const end = {
    ...last,
    state: 'retired',
    reasonCode: 'replaced',
    reason: undefined,
    variable: undefined,
  } as const
  return E.right({
    ...inUse,
    state: 'retired',
    stateSinceMs: end.atMs,
    history: [...inUse.history, end],
  })
}
