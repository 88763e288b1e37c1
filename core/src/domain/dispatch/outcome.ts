import type { FailureCode } from '../messages/message-state.js'
import type { FailureStage } from './dead-letter.js'

/** What came of handing a message to a provider; adapters never guess (architecture, rule 6). */
export type SubmitOutcome = Taken | RefusedForGood | RefusedForNow | OutcomeUnknown

/** The provider has the message. */
export interface Taken {
  readonly _tag: 'Taken'
  /** The provider's identifier, as it wrote it; undefined where it gives none. */
  readonly providerMessageId: string | undefined
}

/** Certainly not taken, and asking again would not help. */
export interface RefusedForGood {
  readonly _tag: 'RefusedForGood'
  readonly failureCode: FailureCode
  /** The provider's reason in our words, without secrets. */
  readonly detail: string
}

/** Certainly not taken; the same call may succeed later. */
export interface RefusedForNow {
  readonly _tag: 'RefusedForNow'
  readonly detail: string
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number
}

/**
 * What a call came to in the end: as an adapter said; or an unknown outcome at a provider that recognises repeats,
 * where the same call is made again (decisions 3, "Retries"); or the provider was not called at all, which uses none
 * of the message's attempts up. `failed`: what stood in the way is the message's own (reliability F30).
 */
export type CallOutcome =
  | SubmitOutcome
  | { readonly _tag: 'ToBeRepeated'; readonly detail: string; readonly failed?: FailureStage }
  | { readonly _tag: 'NotBegun'; readonly detail: string; readonly failed?: FailureStage }

/** The request left and no answer was understood: taken or not. */
export interface OutcomeUnknown {
  readonly _tag: 'OutcomeUnknown'
  readonly detail: string
}
