import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { ClaimToken } from './claim.js'

/**
 * `intent` is written before the provider is called, the rest after (docs/promises#unknown-outcomes). `unknown` on
 * a message that is still ACCEPTED: to be repeated at the same provider, which recognises repeats.
 */
export type AttemptPhase =
  'intent' | 'accepted' | 'rejected_by_route' | 'permanent_failure' | 'transient_failure' | 'unknown'

/** What is said of a call whose end nobody saw. */
export const INTERRUPTED = 'the call was interrupted'

/** One call of a provider for a message. */
export interface Attempt {
  readonly messageId: MessageId
  /** 1, 2, 3 …: the message's attempt number under which the call was made. */
  readonly number: number
  readonly providerAccountId: ProviderAccountId
  readonly phase: AttemptPhase
  /** The provider's identifier, as it wrote it; of a message that was taken in parts the first part's. */
  readonly providerMessageId: string | undefined
  /** The provider's identifier in the form that is compared with receipts. */
  readonly providerReference: string | undefined
  readonly detail: string | undefined
  readonly startedAtMs: EpochMs
  readonly endedAtMs: EpochMs | undefined
  /** The claim under which the intent was written; it stays what it was. */
  readonly claim: ClaimToken
}
