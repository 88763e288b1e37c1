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

/** The states of a draft's version (docs/api/templates#template-review). */
export type TemplateState = (typeof TEMPLATE_STATES)[number]

/** The fields of a template that its author sets. */
export interface DraftBody {
  readonly name: string
  readonly category: TemplateCategory
  readonly language: string
  readonly content: DraftContent
  readonly variables: readonly TemplateVariable[]
}

/** The reason for a state; each part is undefined if it wasn't given. */
export interface Cause {
  /** For programs. */
  readonly reasonCode: string | undefined
  /** For people: the reviewer's or vendor's explanation. */
  readonly reason: string | undefined
  /** The name of the variable that caused it. */
  readonly variable: string | undefined
}

/** A change of state: its actor, time and reason. */
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
 * A version of a template, from its draft to its end. The content of a version never changes. A newer version
 * is a separate record, and only the newest version can be edited.
 */
export interface TemplateDraft extends DraftBody {
  /** The `templateId` for sends, from the approval of a version on. */
  readonly draftId: TemplateId
  readonly organizationId: OrganizationId
  /** The template of which this is another language, in all of its versions; undefined: it is one of its own. */
  readonly variantOf: TemplateId | undefined
  /** From 1. */
  readonly version: number
  readonly templateVersionId: TemplateVersionId
  readonly state: TemplateState
  readonly stateSinceMs: EpochMs
  /** When the review is expected to end; undefined if there is no review. */
  readonly expectedByMs: EpochMs | undefined
  /**
   * The name and language under which the vendor was asked to approve it, if its reports use them before the
   * registration.
   */
  readonly vendorTemplate: VendorTemplate | undefined
  /** The vendor's identifiers that its author entered, until a reviewer confirms them. */
  readonly entered: EnteredRegistration | undefined
  /** The vendor's registration of the text. */
  readonly registration: Registration | undefined
  /** Whether it was approved only for the sandbox: it is never sent in production. */
  readonly isForSandbox: boolean
  /** From the first state to the current one. */
  readonly history: readonly Transition[]
}

/** The author of a version, the time, and the version's ID. */
export interface Authorship {
  readonly templateVersionId: TemplateVersionId
  readonly actor: Actor
  readonly atMs: EpochMs
}

const written = (
  draft: Pick<TemplateDraft, 'draftId' | 'organizationId' | 'variantOf' | 'version'>,
  { name, category, language, content, variables }: DraftBody,
  { templateVersionId, actor, atMs }: Authorship,
): TemplateDraft => {
  const { draftId, organizationId, variantOf, version } = draft
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
    variantOf,
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
  draft: Pick<TemplateDraft, 'draftId' | 'organizationId' | 'variantOf'>,
  body: DraftBody,
  authorship: Authorship,
): TemplateDraft => written({ ...draft, version: 1 }, body, authorship)

/**
 * Whether a next version can follow. A text under review can't change, and an ended template has no next
 * version.
 */
export const isRevisable = ({ state }: TemplateDraft): boolean =>
  state === 'draft' || state === 'rejected' || state === 'approved' || state === 'paused'

/**
 * The version after the newest one (docs/api/templates#template-drafts). Conflict if `version` isn't the
 * newest, if that is under review, or if the template was retired. InvalidRequest for another channel,
 * because existing sends would fail with it.
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
      invalidRequest([bodyProblem('/channel', 'mismatch', 'The channel of a draft cannot be changed.')]),
    )
  return E.right(written({ ...newest, version: version + 1 }, body, authorship))
}
