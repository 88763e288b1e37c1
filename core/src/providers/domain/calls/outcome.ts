import type { FailureCode } from '../../../kernel/messages/message-state.js'
import type { AccountRefusal } from './account-refusal.js'
import type { ReportedBlock } from './reported-block.js'
import type { FailureStage } from './dead-letter.js'
import type { ProviderReason } from './provider-reason.js'

/**
 * The outcome of submitting a message to a provider; adapters never guess (docs/promises#unknown-outcomes).
 */
export type SubmitOutcome =
  Accepted | NotAttempted | RejectedByRoute | PermanentFailure | TransientFailure | OutcomeUnknown

/** The provider's own code and words, if a response had any. */
interface WithReason {
  readonly reason?: ProviderReason | undefined
}

/** The provider has the message. */
export interface Accepted {
  readonly _tag: 'Accepted'
  /** The provider's identifiers, unchanged: one, or one per part in order; empty if it returns none. */
  readonly providerMessageIds: readonly string[]
}

/**
 * Certainly not taken, for a reason unrelated to the message: the account or the connection failed (no
 * connection, no session, a refused login). It doesn't count as an attempt; the message is retried until its
 * validity ends.
 */
export interface NotAttempted extends WithReason {
  readonly _tag: 'NotAttempted'
  /** The obstacle in our words, without secrets. */
  readonly detail: string
  /** The provider was reachable but rejects the account: login, token, contract or payment refused. */
  readonly isRefused?: true
}

/**
 * Certainly not taken, and this account won't take it: it may not use the sender or the route. Another
 * account of the app may take it; this one isn't asked again until its configuration changes
 * (docs/api/delivery#several-accounts).
 */
export interface RejectedByRoute extends WithReason {
  readonly _tag: 'RejectedByRoute'
  /** The provider's reason in our words, without secrets. */
  readonly detail: string
}

/** Certainly not taken, and retrying with any account wouldn't help. */
export interface PermanentFailure extends WithReason {
  readonly _tag: 'PermanentFailure'
  readonly failureCode: FailureCode
  /** The provider's reason in our words, without secrets. */
  readonly detail: string
  /** Suppresses the message's recipient: the provider refuses every such message to them. */
  readonly suppresses?: ReportedBlock
}

/** Certainly not taken because of this message; the same call may succeed later. */
export interface TransientFailure extends WithReason {
  readonly _tag: 'TransientFailure'
  readonly detail: string
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number
  /**
   * The account was called too often, or with too many calls at once; it is called more slowly for a while.
   */
  readonly isThrottled?: true
}

/**
 * The final outcome of a call. It is one of: an adapter's outcome; an unknown outcome at a provider that
 * recognizes repeats, where the same call is repeated (docs/api/delivery#retries); or no call at all, which
 * doesn't count as an attempt.
 */
export type CallOutcome =
  | Exclude<SubmitOutcome, NotAttempted | RejectedByRoute>
  | NotAttemptedByAccount
  | RejectedByAccount
  | Retry
  | Deferred

/** An account sent nothing. `isDueNow`: the message needn't wait, because it goes to another account. */
export interface NotAttemptedByAccount extends NotAttempted {
  readonly isDueNow: boolean
}

/** An account's refusal, with the account and its configuration. */
export interface RejectedByAccount extends RejectedByRoute {
  readonly refusal: AccountRefusal
}

/** The outcome of an earlier call is unknown, and the same call is made again. */
export interface Retry extends Pick<OutcomeUnknown, 'providerMessageIds'> {
  readonly _tag: 'Retry'
  readonly detail: string
}

/** The provider was not called under this attempt. */
export interface Deferred {
  readonly _tag: 'Deferred'
  readonly detail: string
  /** The outcome of an earlier call is still unknown. */
  readonly isRepeat: boolean
  /** The obstacle is only in this process: another one may call at once. */
  readonly isDueNow: boolean
  /** The obstacle is in the message itself (docs/promises#poison-messages). */
  readonly failed?: FailureStage
}

/** The request was sent but no valid response was received: the message may or may not have been taken. */
export interface OutcomeUnknown {
  readonly _tag: 'OutcomeUnknown'
  readonly detail: string
  /** The cause is in this message only: it isn't evidence against the account. */
  readonly isOfMessage?: true
  /** The identifiers of the parts that were certainly taken, in order, if other parts are unknown. */
  readonly providerMessageIds?: readonly string[]
}

/** The identifiers that the provider returned with an outcome, if any. */
export const identifiersIn = (outcome: CallOutcome): readonly string[] =>
  'providerMessageIds' in outcome ? (outcome.providerMessageIds ?? []) : []
