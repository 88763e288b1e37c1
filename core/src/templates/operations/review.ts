import { CHANNELS, type Registration } from '../../channels/channels.js'
import { draftView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import type { TemplateDraft } from '../domain/draft.js'
import { needsVendor, review, type ReviewAct } from '../domain/review.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { leaveTemplateEvent } from '../use-cases/leave-template-event.js'
import { publishVersion } from '../use-cases/publish-version.js'
import {
  type CallOf,
  type AuthorizedCall,
  type MutationResult,
  mutation,
} from '../../runner/use-cases/implementation.js'
import { lockedVersion, type NamedVersion } from './locked-drafts.js'
import { present } from '../../kernel/present.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import {
  reasonCode as reasonCodeField,
  faultyVariable,
  vendorTemplate as vendorTemplateField,
  registrationRequest,
} from './shapes.js'
import { REVIEW_DECISION, REVIEW_DECISION_FIELDS, reviewedDraft } from './entry-parts.js'
import { mutationRequest } from '../../runner/domain/entries/request.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { flag } from '../../kernel/codecs/flag.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'

const CAUSE = { reasonCode: reasonCodeField, variable: faultyVariable } as const

interface ReviewRequest extends NamedVersion {
  readonly reason: string
  readonly reasonCode?: string | undefined
  readonly variable?: string | undefined
}

type ActOf = (draft: TemplateDraft) => E.Either<Refusal, ReviewAct>
type Outcome = MutationResult<{ readonly draft: ReturnType<typeof draftView> }>

/** Applies an action to the named version, and publishes the result for sends; refusals as of `review`. */
const act = async (
  unit: UnitOfWork,
  { request, facts, nowMs }: AuthorizedCall<ReviewRequest>,
  actOf: ActOf,
): Promise<E.Either<Refusal, Outcome>> => {
  const locked = await lockedVersion(unit, request)
  if (E.isLeft(locked)) return locked
  const before = locked.right
  const chosen = actOf(before)
  if (E.isLeft(chosen)) return chosen
  const { version, reason, reasonCode, variable } = request
  const actor = { kind: 'operator', id: facts.user.userId } as const
  const step = { version, act: chosen.right, actor, atMs: nowMs, reasonCode, reason, variable }
  const reviewed = review(before, step)
  if (E.isLeft(reviewed)) return reviewed
  const after = reviewed.right
  const published = await publishVersion(unit, before, after)
  if (E.isLeft(published)) return published
  unit.templateDrafts.replace(after)
  leaveTemplateEvent(unit, after, reasonCode)
  const inUse = await unit.templateDrafts.lockInUse(after.draftId)
  const { draftId, organizationId, state } = after
  const { replaced } = published.right
  const details = {
    version,
    from: before.state,
    state,
    ...present({ reasonCode, replaced }),
  }
  return E.right({
    result: { draft: draftView({ draft: after, inUse }, 'reviewer') },
    about: { target: draftId, organizationId, reason, details },
  })
}

const causeProblems = (isNeeded: boolean, reasonCode: string | undefined): readonly FieldProblem[] =>
  isNeeded && reasonCode === undefined
    ? [bodyProblem('/reasonCode', 'required', 'A reason for the author is required.')]
    : []

interface Decided {
  readonly decision?: 'approve' | 'reject' | undefined
  readonly sandboxOnly?: boolean | undefined
  readonly vendorTemplate?: object | undefined
}

const NO_VENDOR_APPROVAL = bodyProblem(
  '/vendorTemplate',
  'not_allowed',
  'This field is allowed only if a vendor has to approve the template.',
)

/**
 * `vendorTemplate` isn't allowed with a rejection, or with an approval only for the sandbox, because no
 * vendor is asked.
 */
const namingProblems = ({ decision, sandboxOnly, vendorTemplate }: Decided): readonly FieldProblem[] =>
  vendorTemplate !== undefined && (decision === 'reject' || sandboxOnly === true) ? [NO_VENDOR_APPROVAL] : []

/**
 * Records the internal decision. If the channel needs vendor approval, the text is sent to the vendor next
 * (docs/api/templates#template-review).
 */
export const decideTemplateReviewEntry = entryOf('Templates', 'decideTemplateReview', {
  ...REVIEW_DECISION,
  effect: 'changes',
  stepUp: true,
  summary: 'Approve or reject a template version under review',
  description:
    'An approved version that needs vendor approval waits for its registration, unless it is only for the sandbox. Otherwise it replaces the version in use. A rejection needs a `reasonCode`.',
  request: mutationRequest(
    {
      ...REVIEW_DECISION_FIELDS,
      decision: literalUnion(['approve', 'reject'], {
        description: 'Whether to approve or reject the version.',
      }),
    },
    {
      ...CAUSE,
      sandboxOnly: flag({
        description:
          '`true` approves it only for the test environment, without vendor approval. Default: `false`.',
      }),
      vendorTemplate: vendorTemplateField,
    },
    { onlyWith: { field: 'sandboxOnly', property: 'decision', is: ['approve'] } },
  ),
  result: reviewedDraft,
})

export const decideTemplateReview = mutation(decideTemplateReviewEntry, {
  lock: 'exclusive',
  inspect: (parts) => [
    ...causeProblems(parts.decision === 'reject', parts.reasonCode),
    ...namingProblems(parts),
  ],
  run: (unit, call) => {
    const { decision, sandboxOnly: isForSandbox = false, vendorTemplate } = call.request
    return act(unit, call, ({ content }): E.Either<Refusal, ReviewAct> => {
      if (decision === 'reject') return E.right({ _tag: 'Reject' })
      const goesOn = needsVendor(content) && !isForSandbox
      if (vendorTemplate !== undefined && !goesOn) return E.left(invalidRequest([NO_VENDOR_APPROVAL]))
      return E.right(goesOn ? { _tag: 'SendToVendor', vendorTemplate } : { _tag: 'Approve', isForSandbox })
    })
  },
})

const registrationIn = (
  { registration }: CallOf<typeof recordTemplateRegistrationEntry>['request'],
  { content: { channel } }: TemplateDraft,
): E.Either<Refusal, Registration> => {
  const own = CHANNELS[channel].vendor?.of(registration)
  if (own !== undefined) return E.right(own)
  const [given = ''] = Object.keys(registration)
  return E.left(
    invalidRequest([bodyProblem(`/registration/${given}`, 'mismatch', `The draft is for ${channel}.`)]),
  )
}

/** Records the vendor's approval with the identifiers that it assigned. */
export const recordTemplateRegistrationEntry = entryOf('Templates', 'recordTemplateRegistration', {
  ...REVIEW_DECISION,
  effect: 'changes',
  noStepUp: NO_STEP_UP.REVIEWED,
  summary: "Record the vendor's registration of a template version",
  description: 'The version becomes approved and replaces the version in use.',
  request: mutationRequest({ ...REVIEW_DECISION_FIELDS, registration: registrationRequest }, {}),
  result: reviewedDraft,
})

export const recordTemplateRegistration = mutation(recordTemplateRegistrationEntry, {
  lock: 'exclusive',
  run: (unit, call) =>
    act(unit, call, (draft) => {
      const registration = registrationIn(call.request, draft)
      if (E.isLeft(registration)) return registration
      return E.right({ _tag: 'RecordRegistration', registration: registration.right })
    }),
})

const SWITCH = { paused: 'Pause', approved: 'Resume', retired: 'Retire' } as const

/** Pauses, resumes or retires a version in use; sends in every process follow at once. */
export const switchTemplateEntry = entryOf('Templates', 'switchTemplate', {
  ...REVIEW_DECISION,
  effect: 'ends',
  noStepUp: NO_STEP_UP.STOPS,
  summary: 'Pause, resume or retire the version in use',
  description: "Pausing needs a `reasonCode`. A retired version can't be used again.",
  request: mutationRequest(
    {
      ...REVIEW_DECISION_FIELDS,
      to: literalUnion(['paused', 'approved', 'retired'], { description: 'New state of the version.' }),
    },
    CAUSE,
  ),
  result: reviewedDraft,
})

export const switchTemplate = mutation(switchTemplateEntry, {
  lock: 'exclusive',
  inspect: ({ to, reasonCode }) => causeProblems(to === 'paused', reasonCode),
  run: (unit, call) => act(unit, call, () => E.right({ _tag: SWITCH[call.request.to] })),
})
