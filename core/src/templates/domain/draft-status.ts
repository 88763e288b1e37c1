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
