import type { Actor } from '../../audit/domain/audit-event.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { TestGrant } from '../../templates/domain/test-grant.js'
import type { ApprovedStarter } from '../../templates/domain/approved-starter.js'
import { beginDraft, type TemplateDraft } from '../../templates/domain/draft.js'
import { review, type ReviewStep } from '../../templates/domain/review.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { publishVersion } from '../../templates/use-cases/publish-version.js'

/** The Organization that copies are made for, and their author. */
export interface CopyRequest {
  readonly organizationId: OrganizationId
  readonly author: Actor
  readonly nowMs: EpochMs
}

/** The copy, with the requester as its author and the approval of the starter template. */
const approvedCopy = (
  { ids }: { readonly ids: Ids },
  { organizationId, author, nowMs: atMs }: CopyRequest,
  { approvedBy, reason, name, category, language, content, variables }: ApprovedStarter,
): E.Either<Refusal, { readonly submitted: TemplateDraft; readonly approved: TemplateDraft }> => {
  const authorship = { templateVersionId: ids.next('tpv'), actor: author, atMs }
  const body = { name, category, language, content, variables }
  const draft = beginDraft(
    { draftId: ids.next('tpl'), organizationId, variantOf: undefined },
    body,
    authorship,
  )
  const withoutReason = { version: 1, atMs, reasonCode: undefined, reason: undefined, variable: undefined }
  const submitted = review(draft, { ...withoutReason, act: { _tag: 'Submit' }, actor: author })
  if (E.isLeft(submitted)) return submitted
  const approval: ReviewStep = {
    ...withoutReason,
    act: { _tag: 'Approve', isForSandbox: true },
    actor: { kind: 'operator', id: approvedBy },
    reasonCode: 'starter_template',
    reason,
  }
  const approved = review(submitted.right, approval)
  return E.isLeft(approved) ? approved : E.right({ submitted: submitted.right, approved: approved.right })
}

/** The starter templates that the Organization hasn't received a copy of yet. */
export const startersDue = (
  starters: readonly ApprovedStarter[],
  granted: TestGrant['templates'],
): readonly ApprovedStarter[] => starters.filter(({ slot }) => granted[slot] === undefined)

/**
 * Gives the Organization a copy of each starter template it hasn't received. The copies are approved only for
 * the sandbox, by the approver of the starter template (docs/api/templates#starter-templates). Right: the
 * copies, and all that the Organization has received so far.
 */
export const copyStarters = async (
  needs: { readonly ids: Ids },
  unit: UnitOfWork,
  request: CopyRequest,
  due: readonly ApprovedStarter[],
  granted: TestGrant['templates'],
): Promise<
  E.Either<Refusal, { readonly copies: readonly TemplateDraft[]; readonly templates: TestGrant['templates'] }>
> => {
  const copies: TemplateDraft[] = []
  const templates = { ...granted }
  for (const starter of due) {
    const copy = approvedCopy(needs, request, starter)
    if (E.isLeft(copy)) return copy
    const { submitted, approved } = copy.right
    const published = await publishVersion(unit, submitted, approved)
    if (E.isLeft(published)) return published
    unit.templateDrafts.add(approved)
    copies.push(approved)
    templates[starter.slot] = approved.draftId
  }
  return E.right({ copies, templates })
}
