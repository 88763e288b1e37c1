import type { Channel } from '../channels/channel.js'
import type { TemplateDraft } from './draft.js'

/** Where a version stands, without what it says. */
export interface DraftStanding extends Pick<
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
> {
  readonly channel: Channel
}

/** A version of a draft, and which of its versions is in use. */
export interface DraftInHand {
  readonly draft: TemplateDraft
  /** The version that is approved or paused; undefined: none. */
  readonly versionInUse: number | undefined
}
