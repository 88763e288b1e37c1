import { mutationResult } from '../../runner/domain/entries/request.js'
import { draftId, draftShape, draftVersion, reviewReason } from './shapes.js'

export const TEMPLATES = {
  audiences: ['customerWebsite', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'templates.manage',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** For operations that only the website's template pages need. */
export const TEMPLATE_PAGES = { ...TEMPLATES, audiences: ['customerWebsite'], keyKinds: [] } as const

export const REVIEW_READING = {
  tenant: 'none',
  permission: 'admin.templates.review',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** Only people review texts that Agents wrote (docs/api/templates#template-review). */
export const REVIEW_DECISION = {
  ...REVIEW_READING,
  audiences: ['adminConsole'],
  keyKinds: [],
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
} as const

export const REVIEW_DECISION_FIELDS = { draftId, version: draftVersion, reason: reviewReason } as const

export const reviewedDraft = mutationResult({ draft: draftShape }, {})
