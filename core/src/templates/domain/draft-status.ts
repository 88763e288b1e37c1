import type { Channel } from '../../channels/channels.js'
import type { TemplateDraft } from './draft.js'

/** The status of a version, without its content. */
export interface DraftStatus extends Pick<
  TemplateDraft,
  | 'draftId'
  | 'organizationId'
  | 'version'
  | 'templateVersionId'
  | 'name'
  | 'category'
  | 'language'
  | 'variantOf'
  | 'state'
  | 'stateSinceMs'
  | 'expectedByMs'
  | 'entered'
> {
  readonly channel: Channel
}

/** The status of the version that is approved or paused. */
export type VersionInUse = Pick<TemplateDraft, 'version' | 'state' | 'stateSinceMs' | 'history'>

/** A version of a draft, and which of its versions is in use. */
export interface CurrentDraft {
  readonly draft: TemplateDraft
  /** Undefined if none is in use. */
  readonly inUse: VersionInUse | undefined
}

/**
 * The newest version of one of a template's languages (docs/api/templates#languages). Long texts aren't read:
 * a page shows all languages at once.
 */
export interface LanguageStatus extends Pick<
  TemplateDraft,
  'draftId' | 'version' | 'language' | 'variantOf' | 'state' | 'stateSinceMs'
> {
  /** The version that is approved or paused; undefined if there is none. */
  readonly versionInUse: number | undefined
  /** Undefined if the content is longer than {@link LONGEST_LISTED}. */
  readonly text: string | undefined
}

/** The maximum size of a content whose text is listed with the languages, in characters. */
export const LONGEST_LISTED = 20_000

/** The maximum number of languages of a template that are listed. */
export const MOST_LISTED_LANGUAGES = 100
