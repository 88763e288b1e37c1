import type { Id } from '../../kernel/ids/id.js'
import { draftStatusView } from './views.js'
import type { TemplateState } from '../domain/draft.js'
import { E } from '../../fp.js'
import type { ReviewPosition } from '../ports/template-storage.js'
import { listing } from '../../runner/use-cases/listing.js'
import type { Positions } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { REVIEW_READING } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { templateState, draftStatusShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** Lists the versions of all Organizations that wait for a reviewer, longest-waiting first. */
export const listTemplateReviewsEntry = entryOf('Templates', 'listTemplateReviews', {
  ...REVIEW_READING,
  summary: 'List template versions that wait for review, longest waiting first',
  description:
    'Lists the versions in internal review and those with a vendor, or only those in the given state.',
  success: 'A page of template versions.',
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  live: runAgainForAll('act'),
  request: pageRequest({}, { state: templateState }),
  result: pageResult({
    reviews: list(draftStatusShape, { description: 'The template versions on this page.' }),
  }),
})

const WAITING: readonly TemplateState[] = ['internal_review', 'pending_vendor']

const POSITION = /^([0-9]{1,15})-(tpv_[0-9a-z]{26})$/

/** A version's position: the start of its wait, and its ID. */
const byWaiting: Positions<ReviewPosition> = {
  read: (text) => {
    const [, sinceMs, templateVersionId] = POSITION.exec(text) ?? []
    if (sinceMs === undefined || templateVersionId === undefined) return undefined
    return { stateSinceMs: Number(sinceMs), templateVersionId: templateVersionId as Id<'tpv'> }
  },
  write: ({ stateSinceMs, templateVersionId }) => `${stateSinceMs}-${templateVersionId}`,
}

export const listTemplateReviews = listing(listTemplateReviewsEntry, {
  positions: byWaiting,
  query: ({ request: { state } }) => E.right({ state }),
  read: ({ state }, { position, readAhead }, { storage }) =>
    storage.templates.statuses(state === undefined ? WAITING : [state], position, readAhead)(),
  positionOf: (one) => one,
  show: (found) => ({ reviews: found.map(draftStatusView) }),
})
