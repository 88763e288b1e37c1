import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { ClaimToken } from './claim.js'

/**
 * `intent` is written before the provider is called, the others after (docs/promises#unknown-outcomes).
 * `unknown` on a message that is still ACCEPTED: to be repeated at the same provider, which recognizes
 * repeats.
 */
export type AttemptPhase =
  'intent' | 'accepted' | 'rejected_by_route' | 'permanent_failure' | 'transient_failure' | 'unknown'

/** The detail of a call whose end wasn't recorded. */
export const INTERRUPTED = 'the call was interrupted'

/** One provider call for a message. */
export interface Attempt {
  readonly messageId: MessageId
  /** 1, 2, 3 …: the message's attempt number for this call. */
  readonly number: number
  readonly providerAccountId: ProviderAccountId
  readonly phase: AttemptPhase
  /** The provider's identifier, unchanged; for a message sent in parts, the identifier of the first part. */
  readonly providerMessageId: string | undefined
  /** The provider's identifier in the form used to match receipts. */
  readonly providerReference: string | undefined
  readonly detail: string | undefined
  readonly startedAtMs: EpochMs
  readonly endedAtMs: EpochMs | undefined
  /** The claim that the intent was written under; it never changes. */
  readonly claim: ClaimToken
}
