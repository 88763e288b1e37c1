import type { Channel } from '../../channels/channels.js'
import type { OrganizationId, TemplateId, TemplateVersionId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ApprovedStarter } from '../domain/approved-starter.js'
import type { TemplateState } from '../domain/draft.js'
import type { CurrentDraft, DraftStatus, LanguageStatus } from '../domain/draft-status.js'
import type { TemplateVersion } from '../domain/template.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A query for drafts. */
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
  /** The draft after which the next page starts; undefined if there is none. */
  readonly before: TemplateId | undefined
}

/** A query for versions of a draft. */
export interface VersionQuery {
  readonly organizationId: OrganizationId
  readonly draftId: TemplateId
  /** The last version shown. */
  readonly before: number | undefined
  readonly limit: number
}

/** A page of a draft's versions. */
export interface VersionPage {
  /** Newest first. */
  readonly versions: readonly CurrentDraft[]
  /** The version after which the next page starts; undefined if there is none. */
  readonly before: number | undefined
}

/** A position in the list of waiting versions: the last version shown. */
export interface ReviewPosition {
  readonly stateSinceMs: EpochMs
  readonly templateVersionId: TemplateVersionId
}

/** A version with the status of all versions of its draft. */
export interface DraftFile extends CurrentDraft {
  /** Newest first. */
  readonly versions: readonly DraftStatus[]
}

/** Templates and their drafts, for authors and reviewers. */
export interface TemplateStorage {
  /**
   * The newest version of each of the Organization's drafts, newest draft first, filtered by the query's
   * state and channel. A page with long texts ends early, but has at least one draft.
   */
  drafts(query: DraftQuery): TE.TaskEither<StorageUnavailable, AsOf<DraftPage>>
  /** The newest version of the draft, or the named one; undefined if it doesn't exist. */
  draft(
    draftId: TemplateId,
    version: number | undefined,
  ): TE.TaskEither<StorageUnavailable, AsOf<DraftFile | undefined>>
  /**
   * The newest version of the template, then those of its other languages, oldest language first, at most 100
   * in all. Empty for an unknown template (docs/api/templates#languages).
   */
  languages(templateId: TemplateId): TE.TaskEither<StorageUnavailable, AsOf<readonly LanguageStatus[]>>
  /**
   * The versions of the Organization's draft, newest first; undefined if it has no such draft. A page with
   * long texts ends early, but has at least one version.
   */
  versions(query: VersionQuery): TE.TaskEither<StorageUnavailable, AsOf<VersionPage | undefined>>
  /**
   * Versions in any of these states, ordered by the time at which they entered it, from after a given one on.
   */
  statuses(
    states: readonly TemplateState[],
    after: ReviewPosition | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly DraftStatus[]>>
  /** The Organization's approved templates, newest first, from before a given one on. */
  approved(
    organizationId: OrganizationId,
    before: TemplateId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly TemplateVersion[]>>
  /**
   * The names of the newest versions of the Organization's templates with these IDs; unknown IDs are omitted.
   */
  names(
    organizationId: OrganizationId,
    templateIds: readonly TemplateId[],
  ): TE.TaskEither<StorageUnavailable, ReadonlyMap<TemplateId, string>>
  /** The platform's starter templates, in the order of their slots. */
  starters(): TE.TaskEither<StorageUnavailable, AsOf<readonly ApprovedStarter[]>>
}
