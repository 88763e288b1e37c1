import type { Channel } from '../../channels/channels.js'
import type { OrganizationId, TemplateId, TemplateVersionId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ApprovedStarter } from '../domain/approved-starter.js'
import type { TemplateState } from '../domain/draft.js'
import type { CurrentDraft, DraftStatus } from '../domain/draft-status.js'
import type { TemplateVersion } from '../domain/template.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Drafts that somebody asks for. */
export interface DraftQuery {
  readonly organizationId: OrganizationId
  readonly state: TemplateState | undefined
  readonly channel: Channel | undefined
  readonly before: TemplateId | undefined
  readonly limit: number
}

/** A page of drafts. */
export interface DraftPage {
  /** Newest first. */
  readonly drafts: readonly CurrentDraft[]
  /** The draft behind which the next page begins; undefined: there is none. */
  readonly before: TemplateId | undefined
}

/** Versions of a draft that somebody asks for. */
export interface VersionQuery {
  readonly organizationId: OrganizationId
  readonly draftId: TemplateId
  /** The version that was shown last. */
  readonly before: number | undefined
  readonly limit: number
}

/** A page of a draft's versions. */
export interface VersionPage {
  /** Newest first. */
  readonly versions: readonly CurrentDraft[]
  /** The version behind which the next page begins; undefined: there is none. */
  readonly before: number | undefined
}

/** A place in the line of what waits: the version last shown. */
export interface ReviewPosition {
  readonly stateSinceMs: EpochMs
  readonly templateVersionId: TemplateVersionId
}

/** A version with the status of all versions of its draft. */
export interface DraftFile extends CurrentDraft {
  /** Newest first. */
  readonly versions: readonly DraftStatus[]
}

/** Templates and the way to them, as authors and reviewers read them. */
export interface TemplateStorage {
  /**
   * The newest version of each of the Organization's drafts, newest draft first; of one state or channel where the
   * query says so. A page whose texts are long ends early, after one draft at the least.
   */
  drafts(query: DraftQuery): TE.TaskEither<StorageUnavailable, AsOf<DraftPage>>
  /** The newest version of the draft, or the one that is named; undefined where there is none such. */
  draft(
    draftId: TemplateId,
    version: number | undefined,
  ): TE.TaskEither<StorageUnavailable, AsOf<DraftFile | undefined>>
  /**
   * The versions of the Organization's draft, newest first; undefined where it has no such draft. A page whose texts are long
   * ends early, after one version at the least.
   */
  versions(query: VersionQuery): TE.TaskEither<StorageUnavailable, AsOf<VersionPage | undefined>>
  /** Versions in any of these states, those first that came into theirs first, from after one on. */
  statuses(
    states: readonly TemplateState[],
    after: ReviewPosition | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly DraftStatus[]>>
  /** The Organization's approved templates, newest first, from before one on. */
  approved(
    organizationId: OrganizationId,
    before: TemplateId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly TemplateVersion[]>>
  /** The names of the Organization's templates with these identifiers, of their newest versions; unknown ones are omitted. */
  names(
    organizationId: OrganizationId,
    templateIds: readonly TemplateId[],
  ): TE.TaskEither<StorageUnavailable, ReadonlyMap<TemplateId, string>>
  /** The platform's starter templates, in the order of their slots. */
  starters(): TE.TaskEither<StorageUnavailable, AsOf<readonly ApprovedStarter[]>>
}
