import { flag } from '../../codecs/flag.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import type { Operation } from '../entries/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../entries/request.js'
import {
  draftId,
  draftShape,
  draftStandingShape,
  draftVersion,
  faultyVariable,
  reasonCode,
  registrationRequest,
  reviewReason,
  templateState,
} from './shapes.js'

const READS = {
  subject: 'Templates',
  tenant: 'none',
  permission: 'admin.templates.review',
  mutation: false,
  whileSuspended: true,
  controls: [],
} as const

/** People alone judge what Agents wrote (docs/contract#template-review). */
const ACTS = {
  ...READS,
  audiences: ['adminConsole'],
  keyKinds: [],
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
} as const

const ACT = { draftId, version: draftVersion, reason: reviewReason } as const
const CAUSE = { reasonCode, variable: faultyVariable } as const
const result = mutationResult({ draft: draftShape }, {})

/** The review of templates, from what waits to what is ended (docs/contract#template-review). */
export const templateReviewOperations = {
  listTemplateReviews: {
    ...READS,
    summary: 'List versions of templates, those first that wait longest',
    description: 'Those under internal review and with a vendor, or those of one state.',
    audiences: ['adminConsole', 'adminAgent'],
    keyKinds: ['admin'],
    request: pageRequest({}, { state: templateState }),
    result: pageResult({ reviews: list(draftStandingShape) }),
  },
  getTemplateReview: {
    ...READS,
    summary: 'Read a version of a template, its history, and where all its versions stand',
    audiences: ['adminConsole'],
    keyKinds: [],
    refusals: ['NotFound'],
    request: readRequest({ draftId }, { atVersion: draftVersion }),
    result: readResult({ draft: draftShape, versions: list(draftStandingShape) }, {}),
  },
  decideTemplateReview: {
    ...ACTS,
    summary: 'Approve a version under review, or reject it',
    description:
      'Approved, a text that needs a vendor waits for its registration, unless it is for the sandbox alone; any other takes the place of the version in use. A rejection has a `reasonCode`.',
    request: mutationRequest(
      { ...ACT, decision: literalUnion(['approve', 'reject']) },
      {
        ...CAUSE,
        sandboxOnly: flag({
          description: 'True: no vendor is asked, and only the test environment sends it.',
        }),
      },
      { onlyWith: { field: 'sandboxOnly', property: 'decision', is: ['approve'] } },
    ),
    result,
  },
  recordTemplateRegistration: {
    ...ACTS,
    summary: 'Record under what a vendor registered a version',
    description: 'It is approved by that, and takes the place of the version in use.',
    request: mutationRequest({ ...ACT, registration: registrationRequest }, {}),
    result,
  },
  switchTemplate: {
    ...ACTS,
    summary: 'Pause the version in use, let it be sent again, or retire it for good',
    description: 'A pause has a `reasonCode`.',
    request: mutationRequest(
      { ...ACT, to: literalUnion(['paused', 'approved', 'retired'], { description: 'Where it goes.' }) },
      CAUSE,
    ),
    result,
  },
} as const satisfies Record<string, Operation>
