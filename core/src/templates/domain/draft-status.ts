import type { Channel } from '../../channels/channels.js'
import type { TemplateDraft } from './draft.js'

/** Where a version stands, without what it says. */
export interface DraftStatus extends Pick<
  TemplateDraft,
  | 'draftId'
  | 'organizationId'
  | 'version'
  | 'templateVersionId'
  | 'name'
  | 'category'
  | 'language'
  | 'state'
  | 'stateSinceMs'
  | 'expectedByMs'
  | 'entered'
> {
  readonly channel: Channel
}

/** How the version stands that is approved or paused. */
export type VersionInUse = Pick<TemplateDraft, 'version' | 'state' | 'stateSinceMs' | 'history'>

/** A version of a draft, and which of its versions is in use. */
export interface CurrentDraft {
  readonly draft: TemplateDraft
  /** Undefined: none is. */
  readonly inUse: VersionInUse | undefined
}
