import { invalidRequest } from '../../kernel/refusals/refusal.js'
import { lintHtml } from '../domain/lint-html.js'
import { review } from '../domain/review.js'
import { E } from '../../fp.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { authorOf, doneWith, lockedNewest } from './locked-drafts.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATES } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { draftId as draftIdField, draftVersion, draftShape } from './shapes.js'

/**
 * Sends the newest version of a draft for review. Conflict for another version, or if it was already sent.
 */
export const submitCustomerTemplateDraftForReviewEntry = entryOf(
  'Templates',
  'submitCustomerTemplateDraftForReview',
  {
    ...TEMPLATES,
    summary: 'Submit a template draft for review',
    success: 'The version is submitted for review.',
    description:
      'No new version can be saved during the review. The review is done by people, never by an Agent.',
    mutation: true,
    effect: 'changes',
    whileSuspended: false,
    controls: ['version'],
    request: mutationRequest({ organizationId, draftId: draftIdField, version: draftVersion }, {}),
    result: mutationResult({ draft: draftShape }, {}),
  },
)

export const submitCustomerTemplateDraftForReview = mutation(submitCustomerTemplateDraftForReviewEntry, {
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
    // The version may have been saved before HTML was checked.
    const problems = lintHtml(newest.right, htmlReader.read)
    if (problems.length > 0) return E.left(invalidRequest(problems))
    unit.templateDrafts.replace(submitted.right)
    return E.right(await doneWith(unit, submitted.right))
  },
})
