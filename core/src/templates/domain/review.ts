import type { Actor } from '../../audit/domain/audit-event.js'
import { CHANNELS, type DraftContent, type Registration } from '../../channels/channels.js'
import type { VendorTemplate } from '../../channels/kind.js'
import { registrationProblems, writtenIn } from '../../channels/own-records.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { DAY_MS, type EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Cause, TemplateDraft, TemplateState } from './draft.js'
import { lintDraft } from './lint-draft.js'

/** An action on a version. */
export type ReviewAct =
  | { readonly _tag: 'Submit' }
  /** Approves without a vendor: the text needs none, or it is only for the sandbox. */
  | { readonly _tag: 'Approve'; readonly isForSandbox: boolean }
  /** `vendorTemplate`: the name and language under which the vendor is asked, if known. */
  | { readonly _tag: 'SendToVendor'; readonly vendorTemplate: VendorTemplate | undefined }
  /** The vendor has approved the text with these identifiers. */
  | { readonly _tag: 'RecordRegistration'; readonly registration: Registration }
  | { readonly _tag: 'Reject' }
  | { readonly _tag: 'Pause' }
  | { readonly _tag: 'Resume' }
  | { readonly _tag: 'Retire' }

/** An action on the version that its actor saw. */
export interface ReviewStep extends Cause {
  readonly version: number
  readonly act: ReviewAct
  readonly actor: Actor
  readonly atMs: EpochMs
}

/**
 * The next state for each action in each state (docs/api/templates#template-review); other actions aren't
 * allowed. A paused version can be retired directly, without becoming usable first.
 */
const NEXT: Readonly<Record<TemplateState, Partial<Record<ReviewAct['_tag'], TemplateState>>>> = {
  draft: { Submit: 'internal_review' },
  internal_review: { Approve: 'approved', SendToVendor: 'pending_vendor', Reject: 'rejected' },
  pending_vendor: { RecordRegistration: 'approved', Reject: 'rejected' },
  approved: { Pause: 'paused', Retire: 'retired' },
  rejected: {},
  paused: { Resume: 'approved', Retire: 'retired' },
  retired: {},
}

const INTERNAL_REVIEW_MS = DAY_MS

/** Whether a vendor must also approve the text (docs/api/templates#vendor-registration). */
export const needsVendor = (content: DraftContent): boolean => writtenIn(content).needsVendor

/** The usual duration of a content's review; `vendorMs` is undefined if no vendor is asked. */
export const usualReviewMs = (
  content: DraftContent,
): { readonly internalMs: EpochMs; readonly vendorMs: EpochMs | undefined } => ({
  internalMs: INTERNAL_REVIEW_MS,
  vendorMs: needsVendor(content) ? CHANNELS[content.channel].vendor?.usualMs : undefined,
})

const expectedBy = (state: TemplateState, content: DraftContent, atMs: EpochMs): EpochMs | undefined => {
  const { internalMs, vendorMs = 0 } = usualReviewMs(content)
  if (state === 'internal_review') return atMs + internalMs
  return state === 'pending_vendor' ? atMs + vendorMs : undefined
}

/**
 * Whether an action matches the need for a vendor: approval skips the vendor only if none is needed, or for
 * the sandbox; only texts that need a vendor are sent to one.
 */
const isRightRoad = ({ content }: TemplateDraft, act: ReviewAct): boolean => {
  if (act._tag === 'Approve') return act.isForSandbox || !needsVendor(content)
  return act._tag !== 'SendToVendor' || needsVendor(content)
}

const reasonProblems = ({ act, reasonCode, reason }: ReviewStep): readonly FieldProblem[] => {
  if (act._tag !== 'Reject' && act._tag !== 'Pause') return []
  const missing = (field: string): FieldProblem =>
    bodyProblem(field, 'required', 'A reason for the author is required.')
  return [
    ...(reasonCode === undefined ? [missing('/reasonCode')] : []),
    ...(reason === undefined ? [missing('/reason')] : []),
  ]
}

const stepProblems = (
  { content, variables, category }: TemplateDraft,
  step: ReviewStep,
): readonly FieldProblem[] => {
  const { act, variable } = step
  const isUndeclared = variable !== undefined && !variables.some(({ name }) => name === variable)
  const isForeign = act._tag === 'RecordRegistration' && act.registration.channel !== content.channel
  const tellsNothing =
    act._tag === 'SendToVendor' &&
    act.vendorTemplate !== undefined &&
    CHANNELS[content.channel].vendor?.nameOf === undefined
  return [
    ...reasonProblems(step),
    ...(tellsNothing
      ? [bodyProblem('/vendorTemplate', 'not_allowed', 'The vendor does not report its decisions.')]
      : []),
    ...(isUndeclared
      ? [bodyProblem('/variable', 'mismatch', 'The draft does not declare this variable.')]
      : []),
    ...(isForeign
      ? [bodyProblem('/registration', 'mismatch', 'The registration is for another channel.')]
      : []),
    ...(act._tag === 'RecordRegistration' && !isForeign
      ? registrationProblems(act.registration, content, category === 'otp')
      : []),
  ]
}

const moved = (draft: TemplateDraft, state: TemplateState, step: ReviewStep): TemplateDraft => {
  const { act, actor, atMs, reasonCode, reason, variable } = step
  return {
    ...draft,
    state,
    stateSinceMs: atMs,
    expectedByMs: expectedBy(state, draft.content, atMs),
    vendorTemplate: act._tag === 'SendToVendor' ? act.vendorTemplate : draft.vendorTemplate,
    entered: act._tag === 'RecordRegistration' ? undefined : draft.entered,
    registration: act._tag === 'RecordRegistration' ? act.registration : draft.registration,
    isForSandbox: act._tag === 'Approve' ? act.isForSandbox : draft.isForSandbox,
    history: [...draft.history, { state, actor, atMs, reasonCode, reason, variable }],
  }
}

/** Whether a version can be sent for review, which is possible once. */
export const isSubmittable = ({ state }: TemplateDraft): boolean => NEXT[state].Submit !== undefined

/**
 * The version after an action on it (docs/api/templates#template-review).
 * - Conflict if the action isn't allowed in its state, doesn't match the need for a vendor, or was meant for
 *   another version.
 * - InvalidRequest if a submitted draft has lint problems, a rejection or pause has no reason, or a named
 *   variable isn't declared.
 * - InvalidRequest also if a registration is for another channel or doesn't fit the text, or `vendorTemplate` is given for a vendor
 *   whose reports don't use it.
 */
export const review = (draft: TemplateDraft, step: ReviewStep): E.Either<Refusal, TemplateDraft> => {
  const state = NEXT[draft.state][step.act._tag]
  if (state === undefined || step.version !== draft.version || !isRightRoad(draft, step.act))
    return E.left(refusal('Conflict'))
  const problems = [...stepProblems(draft, step), ...(step.act._tag === 'Submit' ? lintDraft(draft) : [])]
  return problems.length > 0 ? E.left(invalidRequest(problems)) : E.right(moved(draft, state, step))
}
