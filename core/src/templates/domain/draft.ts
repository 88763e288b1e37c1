import type { Actor } from '../../audit/domain/audit-event.js'
import type { DraftContent, Registration } from '../../channels/channels.js'
import type { VendorTemplate } from '../../channels/kind.js'
import type { OrganizationId, TemplateId, TemplateVersionId } from '../../kernel/ids/id.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { TemplateCategory, TemplateVariable } from './template.js'

export const TEMPLATE_STATES = [
  'draft',
  'internal_review',
  'pending_vendor',
  'approved',
  'rejected',
  'paused',
  'retired',
] as const

/** Where a version of a draft stands on its way to being sent (docs/contract#template-review). */
export type TemplateState = (typeof TEMPLATE_STATES)[number]

/** All that an author decides about a template. */
export interface DraftBody {
  readonly name: string
  readonly category: TemplateCategory
  readonly language: string
  readonly content: DraftContent
  readonly variables: readonly TemplateVariable[]
}

/** Why a version came into a state; each part is undefined where nobody said it. */
export interface Cause {
  /** For programs. */
  readonly reasonCode: string | undefined
  /** For people: the reviewer's or the vendor's words. */
  readonly reason: string | undefined
  /** The name of the variable that is at fault. */
  readonly variable: string | undefined
}

/** A change of state: who brought it about, when and why. */
export interface Transition extends Cause {
  readonly state: TemplateState
  readonly actor: Actor
  readonly atMs: EpochMs
}

/** The vendor's identifiers as a customer entered them. Nothing is sent with them until a reviewer confirms them. */
export interface EnteredRegistration {
  readonly registration: Registration
  readonly by: Actor
  readonly atMs: EpochMs
  /** Why a reviewer refused them; undefined: they weren't refused. */
  readonly refused: { readonly reason: string; readonly atMs: EpochMs } | undefined
}

/**
 * A version of a template on its way to being sent, or sent since. What it says never changes under its version; a
 * newer version is a record of its own, and the newest is what is worked on.
 */
export interface TemplateDraft extends DraftBody {
  /** The `templateId` under which it is sent once a version of it is approved, and ever after. */
  readonly draftId: TemplateId
  readonly organizationId: OrganizationId
  /** From 1. */
  readonly version: number
  readonly templateVersionId: TemplateVersionId
  readonly state: TemplateState
  readonly stateSinceMs: EpochMs
  /** When a review is likely to be over; undefined while there is none. */
  readonly expectedByMs: EpochMs | undefined
  /** Under what a vendor was asked for it, where its word on it can be told by that before it is registered. */
  readonly vendorTemplate: VendorTemplate | undefined
  /** The vendor's identifiers that its author entered, until a reviewer confirms them. */
  readonly entered: EnteredRegistration | undefined
  /** What a vendor registered its text under. */
  readonly registration: Registration | undefined
  /** Whether it was approved for the sandbox alone: then production never sends it. */
  readonly isForSandbox: boolean
  /** From the first state to the present one. */
  readonly history: readonly Transition[]
}

/** Who writes a version, when, and its identifier. */
export interface Authorship {
  readonly templateVersionId: TemplateVersionId
  readonly actor: Actor
  readonly atMs: EpochMs
}

const written = (
  draft: Pick<TemplateDraft, 'draftId' | 'organizationId' | 'version'>,
  { name, category, language, content, variables }: DraftBody,
  { templateVersionId, actor, atMs }: Authorship,
): TemplateDraft => {
  const { draftId, organizationId, version } = draft
  const saved = {
    state: 'draft',
    actor,
    atMs,
    reasonCode: undefined,
    reason: undefined,
    variable: undefined,
  } as const
  return {
    draftId,
    organizationId,
    version,
    templateVersionId,
    name,
    category,
    language,
    content,
    variables,
    state: 'draft',
    stateSinceMs: atMs,
    expectedByMs: undefined,
    vendorTemplate: undefined,
    entered: undefined,
    registration: undefined,
    isForSandbox: false,
    history: [saved],
  }
}

/** The first version of a new draft. */
export const beginDraft = (
  draft: Pick<TemplateDraft, 'draftId' | 'organizationId'>,
  body: DraftBody,
  authorship: Authorship,
): TemplateDraft => written({ ...draft, version: 1 }, body, authorship)

/** Whether a next version may follow: while somebody judges a text it stays as it is, and what has ended has none. */
export const isRevisable = ({ state }: TemplateDraft): boolean =>
  state === 'draft' || state === 'rejected' || state === 'approved' || state === 'paused'

/**
 * The version after the newest one (docs/contract#template-drafts). Conflict where `version` is not the newest,
 * where that is under review, or where the template was retired; InvalidRequest for another channel, on which the
 * same sends would fail.
 */
export const reviseDraft = (
  newest: TemplateDraft,
  version: number,
  body: DraftBody,
  authorship: Authorship,
): E.Either<Refusal, TemplateDraft> => {
  if (version !== newest.version || !isRevisable(newest)) return E.left(refusal('Conflict'))
  if (body.content.channel !== newest.content.channel)
    return E.left(
      invalidRequest([bodyProblem('/channel', 'mismatch', 'A draft stays on the channel it was begun for.')]),
    )
  return E.right(written({ ...newest, version: version + 1 }, body, authorship))
}
