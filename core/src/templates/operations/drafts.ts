import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { templateOperations } from './operations.js'
import { draftView, messageTemplateView } from './views.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import { contentIn } from '../domain/draft-content.js'
import { beginDraft, type DraftBody, reviseDraft, type TemplateDraft } from '../domain/draft.js'
import { lintHtml } from '../domain/lint-html.js'
import { review } from '../domain/review.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { boundedListing, listing } from '../../runner/use-cases/listing.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { byId } from '../../runner/use-cases/positions.js'
import { inspectDraft } from './inspect-draft.js'
import { authorOf, doneWith, lockedNewest } from './locked-drafts.js'

/** What the request says of the template, against whose review nothing stands. */
const bodyOf = ({
  channel,
  name,
  category,
  language,
  content,
  variables,
}: CallOf<typeof templateOperations.saveCustomerTemplateDraft>['request']): DraftBody => ({
  name: name.trim(),
  category,
  language,
  content: contentIn(channel, content),
  variables,
})

const begin = async (
  { ids }: Pick<Ports, 'ids'>,
  unit: UnitOfWork,
  call: CallOf<typeof templateOperations.saveCustomerTemplateDraft>,
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const { organizationId } = membershipOf(call).organization
  // Holding the Organization, one of two that would begin its last draft finds the other's.
  await unit.organizations.lock(organizationId)
  if ((await unit.templateDrafts.countOf(organizationId)) >= QUOTAS.templates.most)
    return E.left(quotaReached('templates'))
  const authorship = { templateVersionId: ids.next('tpv'), actor: authorOf(call), atMs: call.nowMs }
  return E.right(beginDraft({ draftId: ids.next('tpl'), organizationId }, bodyOf(call.request), authorship))
}

const revise = async (
  { ids }: Pick<Ports, 'ids'>,
  unit: UnitOfWork,
  call: CallOf<typeof templateOperations.saveCustomerTemplateDraft>,
  { draftId, version }: { readonly draftId: string; readonly version: number },
): Promise<E.Either<Refusal, TemplateDraft>> => {
  const newest = await lockedNewest(unit, call, draftId)
  if (E.isLeft(newest)) return newest
  if (newest.right.version >= QUOTAS.templateVersions.most) return E.left(quotaReached('templateVersions'))
  const authorship = { templateVersionId: ids.next('tpv'), actor: authorOf(call), atMs: call.nowMs }
  return reviseDraft(newest.right, version, bodyOf(call.request), authorship)
}

/** Begins a draft or saves its next version; Conflict for a version that is not the newest, or is under review. */
export const saveCustomerTemplateDraft = mutation(templateOperations.saveCustomerTemplateDraft, {
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

/** Sends the newest version of a draft for review; Conflict for another version, or where it was sent already. */
export const submitCustomerTemplateDraftForReview = mutation(
  templateOperations.submitCustomerTemplateDraftForReview,
  {
    lock: 'shared',
    run: async (unit, call, { htmlReader }) => {
      const { draftId, version } = call.request
      const newest = await lockedNewest(unit, call, draftId)
      if (E.isLeft(newest)) return newest
      const submitted = review(newest.right, {
        act: { _tag: 'Submit' },
        version,
        actor: authorOf(call),
        atMs: call.nowMs,
        reasonCode: undefined,
        reason: undefined,
        variable: undefined,
      })
      if (E.isLeft(submitted)) return submitted
      // A version may have been saved before its HTML was checked.
      const problems = lintHtml(newest.right, htmlReader.read)
      if (problems.length > 0) return E.left(invalidRequest(problems))
      unit.templateDrafts.replace(submitted.right)
      return E.right(await doneWith(unit, submitted.right))
    },
  },
)

/** The newest version of each draft, newest draft first; a page whose texts are long ends early. */
export const listCustomerTemplateDrafts = boundedListing(templateOperations.listCustomerTemplateDrafts, {
  positions: byId('tpl'),
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    const { state, channel } = call.request
    return E.right({ organizationId, state, channel })
  },
  read: (query, { position: before, limit }, { storage }) =>
    storage.templates.drafts({ ...query, before, limit })(),
  show: ({ drafts }) => ({ drafts: drafts.map((one) => draftView(one, 'customer')) }),
})

/** What may be sent, newest template first. */
export const listCustomerMessageTemplates = listing(templateOperations.listCustomerMessageTemplates, {
  positions: byId('tpl'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: ({ organizationId }, { position, readAhead }, { storage }) =>
    storage.templates.approved(organizationId, position, readAhead)(),
  positionOf: ({ templateId }) => templateId,
  show: (templates) => ({ templates: templates.map(messageTemplateView) }),
})
