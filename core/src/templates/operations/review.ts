import { CHANNELS, type Registration } from '../../channels/channels.js'
import type { Id } from '../../kernel/ids/id.js'
import { templateOperations } from './operations.js'
import { draftView, draftStatusView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import type { TemplateDraft, TemplateState } from '../domain/draft.js'
import { needsVendor, review, type ReviewAct } from '../domain/review.js'
import { E } from '../../fp.js'
import type { ReviewPosition } from '../ports/template-storage.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { publishVersion } from '../use-cases/publish-version.js'
import {
  absent,
  type CallOf,
  type AuthorizedCall,
  type MutationResult,
  mutation,
  reading,
  shown,
} from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import type { Positions } from '../../runner/use-cases/positions.js'
import { lockedVersion, type NamedVersion } from './locked-drafts.js'
import { present } from '../../kernel/present.js'

const WAITING: readonly TemplateState[] = ['internal_review', 'pending_vendor']

const POSITION = /^([0-9]{1,15})-(tpv_[0-9a-z]{26})$/

/** A version's position is since when it waits, and which it is. */
const byWaiting: Positions<ReviewPosition> = {
  read: (text) => {
    const [, sinceMs, templateVersionId] = POSITION.exec(text) ?? []
    if (sinceMs === undefined || templateVersionId === undefined) return undefined
    return { stateSinceMs: Number(sinceMs), templateVersionId: templateVersionId as Id<'tpv'> }
  },
  write: ({ stateSinceMs, templateVersionId }) => `${stateSinceMs}-${templateVersionId}`,
}

/** What waits for somebody, of every Organization; what waits longest comes first. */
export const listTemplateReviews = listing(templateOperations.listTemplateReviews, {
  positions: byWaiting,
  query: ({ request: { state } }) => E.right({ state }),
  read: ({ state }, { position, readAhead }, { storage }) =>
    storage.templates.statuses(state === undefined ? WAITING : [state], position, readAhead)(),
  positionOf: (one) => one,
  show: (found) => ({ reviews: found.map(draftStatusView) }),
})

/** A version as its reviewer sees it, by default the newest one. */
export const getTemplateReview = reading(templateOperations.getTemplateReview, {
  read: async ({ request }, { storage }) => {
    const draftId = knownId('tpl', request.draftId)
    if (E.isLeft(draftId)) return draftId
    const read = await storage.templates.draft(draftId.right, request.atVersion)()
    if (E.isLeft(read)) return read
    const { epoch, value: file } = read.right
    if (file === undefined) return absent(epoch)
    return shown(epoch, {
      draft: draftView(file, 'reviewer'),
      versions: file.versions.map(draftStatusView),
    })
  },
})

interface ReviewRequest extends NamedVersion {
  readonly reason: string
  readonly reasonCode?: string | undefined
  readonly variable?: string | undefined
}

type ActOf = (draft: TemplateDraft) => E.Either<Refusal, ReviewAct>
type Outcome = MutationResult<{ readonly draft: ReturnType<typeof draftView> }>

/** Acts upon the version that is named, and has sends follow; refusals as of `review`. */
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
    ? [bodyProblem('/reasonCode', 'required', 'Its author has to learn why.')]
    : []

interface Decided {
  readonly decision?: 'approve' | 'reject' | undefined
  readonly sandboxOnly?: boolean | undefined
  readonly vendorTemplate?: object | undefined
}

const NO_VENDOR_APPROVAL = bodyProblem('/vendorTemplate', 'not_allowed', 'No vendor is asked for it.')

/** No vendor is asked for what is rejected here, or is for the sandbox alone. */
const namingProblems = ({ decision, sandboxOnly, vendorTemplate }: Decided): readonly FieldProblem[] =>
  vendorTemplate !== undefined && (decision === 'reject' || sandboxOnly === true) ? [NO_VENDOR_APPROVAL] : []

/** The internal decision; where a vendor has a say the text goes on to it (docs/contract#template-review). */
export const decideTemplateReview = mutation(templateOperations.decideTemplateReview, {
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
  { registration }: CallOf<typeof templateOperations.recordTemplateRegistration>['request'],
  { content: { channel } }: TemplateDraft,
): E.Either<Refusal, Registration> => {
  const own = CHANNELS[channel].vendor?.of(registration)
  if (own !== undefined) return E.right(own)
  const [given = ''] = Object.keys(registration)
  return E.left(
    invalidRequest([bodyProblem(`/registration/${given}`, 'mismatch', `The draft is for ${channel}.`)]),
  )
}

/** The vendor's approval, under the identifiers that it gave. */
export const recordTemplateRegistration = mutation(templateOperations.recordTemplateRegistration, {
  lock: 'exclusive',
  run: (unit, call) =>
    act(unit, call, (draft) => {
      const registration = registrationIn(call.request, draft)
      if (E.isLeft(registration)) return registration
      return E.right({ _tag: 'RecordRegistration', registration: registration.right })
    }),
})

const SWITCH = { paused: 'Pause', approved: 'Resume', retired: 'Retire' } as const

/** What becomes of a version in use; sends follow at once, in every process. */
export const switchTemplate = mutation(templateOperations.switchTemplate, {
  lock: 'exclusive',
  inspect: ({ to, reasonCode }) => causeProblems(to === 'paused', reasonCode),
  run: (unit, call) => act(unit, call, () => E.right({ _tag: SWITCH[call.request.to] })),
})
