import type { Actor } from '../../audit/domain/audit-event.js'
import { CHANNELS, type DraftContent, type Registration } from '../../channels/channels.js'
import type { VendorTemplate } from '../../channels/kind.js'
import { writtenIn } from '../../channels/own-records.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { DAY_MS, type EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Cause, TemplateDraft, TemplateState } from './draft.js'
import { lintDraft } from './lint-draft.js'

/** What somebody does with a version. */
export type ReviewAct =
  | { readonly _tag: 'Submit' }
  /** No vendor will see it: none is needed, or only the sandbox carries it. */
  | { readonly _tag: 'Approve'; readonly isForSandbox: boolean }
  /** `vendorTemplate`: under what the vendor is asked for it, where that is known. */
  | { readonly _tag: 'SendToVendor'; readonly vendorTemplate: VendorTemplate | undefined }
  /** The vendor has approved it under these identifiers. */
  | { readonly _tag: 'RecordRegistration'; readonly registration: Registration }
  | { readonly _tag: 'Reject' }
  | { readonly _tag: 'Pause' }
  | { readonly _tag: 'Resume' }
  | { readonly _tag: 'Retire' }

/** An act upon the version that its actor saw. */
export interface ReviewStep extends Cause {
  readonly version: number
  readonly act: ReviewAct
  readonly actor: Actor
  readonly atMs: EpochMs
}

/**
 * Where each act leads from each state (docs/contract#template-review); it is not allowed from the others. A paused
 * version can be retired too, or it would have to be usable for a moment before it ends.
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

/** Whether a vendor has to approve the text too (docs/contract#vendor-registration). */
export const needsVendor = (content: DraftContent): boolean => writtenIn(content).needsVendor

/** How long those who judge a content usually take; `vendorMs` is undefined where no vendor is asked. */
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

/** An approval goes past the vendor only where there is none to ask, and nothing is sent to a vendor that is not. */
const isRightRoad = ({ content }: TemplateDraft, act: ReviewAct): boolean => {
  if (act._tag === 'Approve') return act.isForSandbox || !needsVendor(content)
  return act._tag !== 'SendToVendor' || needsVendor(content)
}

const reasonProblems = ({ act, reasonCode, reason }: ReviewStep): readonly FieldProblem[] => {
  if (act._tag !== 'Reject' && act._tag !== 'Pause') return []
  const missing = (field: string): FieldProblem =>
    bodyProblem(field, 'required', 'Its author has to learn why.')
  return [
    ...(reasonCode === undefined ? [missing('/reasonCode')] : []),
    ...(reason === undefined ? [missing('/reason')] : []),
  ]
}

const stepProblems = ({ content, variables }: TemplateDraft, step: ReviewStep): readonly FieldProblem[] => {
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
      ? [bodyProblem('/vendorTemplate', 'not_allowed', 'Its vendor tells nobody what it decides.')]
      : []),
    ...(isUndeclared ? [bodyProblem('/variable', 'mismatch', 'The draft declares no such variable.')] : []),
    ...(isForeign ? [bodyProblem('/registration', 'mismatch', 'It is for another channel.')] : []),
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

/** Whether a version can be sent for review: each is, once. */
export const isSubmittable = ({ state }: TemplateDraft): boolean => NEXT[state].Submit !== undefined

/**
 * The version after somebody acted upon it (docs/contract#template-review). Conflict where the act is none of its state, asks the wrong
 * vendor, or was meant for another version; InvalidRequest where a draft is submitted that its lint stands against, a
 * rejection or pause has no reason, a variable is blamed that is not declared, a registration is another channel's, or
 * what a text is called is said for a vendor that never tells by that.
 */
export const review = (draft: TemplateDraft, step: ReviewStep): E.Either<Refusal, TemplateDraft> => {
  const state = NEXT[draft.state][step.act._tag]
  if (state === undefined || step.version !== draft.version || !isRightRoad(draft, step.act))
    return E.left(refusal('Conflict'))
  const problems = [...stepProblems(draft, step), ...(step.act._tag === 'Submit' ? lintDraft(draft) : [])]
  return problems.length > 0 ? E.left(invalidRequest(problems)) : E.right(moved(draft, state, step))
}
