import type { FailureCode } from '../../../kernel/messages/message-state.js'
import type { AccountRefusal } from './account-refusal.js'
import type { FailureStage } from './dead-letter.js'

/** What came of handing a message to a provider; adapters never guess (docs/promises#unknown-outcomes). */
export type SubmitOutcome =
  Accepted | NotAttempted | RejectedByRoute | PermanentFailure | TransientFailure | OutcomeUnknown

/** The provider has the message. */
export interface Accepted {
  readonly _tag: 'Accepted'
  /** The provider's identifiers, as it wrote them: one, or one for each part in their order; none where it gives none. */
  readonly providerMessageIds: readonly string[]
}

/**
 * Certainly not taken, and the message has nothing to do with it: the account or the way to it is to blame (no
 * connection, no session, a refused login). It uses none of the message's attempts up, which is tried until its
 * validity ends.
 */
export interface NotAttempted {
  readonly _tag: 'NotAttempted'
  /** What stood in the way, in our words, without secrets. */
  readonly detail: string
  /** The provider was there, and does not let the account in: login, token, contract or payment refused. */
  readonly isRefused?: true
}

/**
 * Certainly not taken, and this account will not take it: it may not use the sender or the route. Another account of the
 * app may; this one is not asked again as it is configured (docs/contract#several-accounts).
 */
export interface RejectedByRoute {
  readonly _tag: 'RejectedByRoute'
  /** The provider's reason in our words, without secrets. */
  readonly detail: string
}

/** Certainly not taken, and asking again would not help, whichever account. */
export interface PermanentFailure {
  readonly _tag: 'PermanentFailure'
  readonly failureCode: FailureCode
  /** The provider's reason in our words, without secrets. */
  readonly detail: string
}

/** Certainly not taken, and that is about this message; the same call may succeed later. */
export interface TransientFailure {
  readonly _tag: 'TransientFailure'
  readonly detail: string
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number
  /** That it was asked too often, or for too much at once: the account is called more slowly for a while. */
  readonly isThrottled?: true
}

/**
 * What a call came to in the end: as an adapter said; or an unknown outcome at a provider that recognises repeats,
 * where the same call is made again (docs/contract#retries); or the provider was not called at all, which uses
 * none of the message's attempts up.
 */
export type CallOutcome =
  | Exclude<SubmitOutcome, NotAttempted | RejectedByRoute>
  | NotAttemptedByAccount
  | RejectedByAccount
  | Retry
  | Deferred

/** That an account sent nothing, and whether the message need not wait, since it goes to another. */
export interface NotAttemptedByAccount extends NotAttempted {
  readonly isDueNow: boolean
}

/** An account's refusal, and which account it was as configured how. */
export interface RejectedByAccount extends RejectedByRoute {
  readonly refusal: AccountRefusal
}

/** An earlier call's outcome is open, and the same call is made again. */
export interface Retry extends Pick<OutcomeUnknown, 'providerMessageIds'> {
  readonly _tag: 'Retry'
  readonly detail: string
}

/** The provider was not called under this attempt. */
export interface Deferred {
  readonly _tag: 'Deferred'
  readonly detail: string
  /** An earlier call's outcome is open: it stays open. */
  readonly isRepeat: boolean
  /** Only this process stood in the way: another may call at once. */
  readonly isDueNow: boolean
  /** What stood in the way is the message's own (docs/promises#poison-messages). */
  readonly failed?: FailureStage
}

/** The request left and no answer was understood: taken or not. */
export interface OutcomeUnknown {
  readonly _tag: 'OutcomeUnknown'
  readonly detail: string
  /** That it has to do with this message alone: it tells nothing against the account. */
  readonly isOfMessage?: true
  /** Of parts that certainly were taken, in their order, where others are unknown. */
  readonly providerMessageIds?: readonly string[]
}

/** The identifiers that the provider gave with an outcome, as far as it gave any. */
export const identifiersIn = (outcome: CallOutcome): readonly string[] =>
  'providerMessageIds' in outcome ? (outcome.providerMessageIds ?? []) : []
