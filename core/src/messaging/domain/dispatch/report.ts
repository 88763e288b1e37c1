import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { Message } from '../messages/message.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { OwnClaim } from '../../../providers/domain/calls/claim.js'
import type { CallOutcome } from '../../../providers/domain/calls/outcome.js'

/** Why a message ends or waits without a provider's report. */
export type Ending =
  | { readonly _tag: 'Expired' }
  | { readonly _tag: 'Cancelled' }
  | { readonly _tag: 'TemplateWithdrawn' }
  /** Its sender is on hold because of an opt-out: it is retried later, and no attempt counts. */
  | { readonly _tag: 'OnHold' }
  /** No account is usable at the moment: it is retried later, and no attempt counts. */
  | { readonly _tag: 'NoProvider' }
  /**
   * None of the usable accounts works: the message is parked until one of these accounts is tried or works
   * again.
   */
  | { readonly _tag: 'Parked'; readonly accountIds: readonly ProviderAccountId[] }
  /**
   * Every usable account refuses the message: it is retried later, because somebody may configure another
   * account or fix one.
   */
  | { readonly _tag: 'RejectedByAllRoutes' }
  /**
   * The queue of every usable account is full: the message is retried when there will be room, and no attempt
   * counts.
   */
  | { readonly _tag: 'QueueFull'; readonly untilMs: EpochMs }
  /** A call's outcome is unknown, and the call can't be repeated. */
  | { readonly _tag: 'OutcomeUnknown' }
  /** A dead letter that was requested early: it is due again when the sweeps end it. */
  | { readonly _tag: 'DeadLettered' }
  /**
   * The reconciliation window of an unknown outcome has ended, or the provider reports that it never had the
   * message.
   */
  | { readonly _tag: 'NeverConfirmed' }
  /**
   * The provider took the message and was asked for a delivery report: it is asked again later, unless a
   * final report came.
   */
  | { readonly _tag: 'Unreported' }
  /** The price charges on delivery, and no delivery report came in time. */
  | { readonly _tag: 'ReservationExpired' }

/** The result of a call, from the attempt that made it. */
export interface CallReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly providerAccountId: ProviderAccountId
  readonly startedAtMs: EpochMs
  /** The message as it was when it was claimed for the call or the status query, if available. */
  readonly claimed?: Message
  /** The provider sends no later report. */
  readonly isLastWord?: true
  /** The delay before the provider is asked about the message, if it sends no reports. */
  readonly askAfterMs?: number
  readonly outcome: CallOutcome
}

/** An ending, and the message's attempt number at the time of the decision. A later claim makes it void. */
export interface EndReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly ending: Ending
}

/**
 * Why a claimed message is given back:
 * - `stopping`: its claimer stops.
 * - `unanswered`: there was no response to the write of the claim or intent, so no call was made.
 * - `no slot`: no slot became free in time.
 * - `stopped`: the message may no longer be sent to its destination.
 */
export type GiveBackCause = 'stopping' | 'unanswered' | 'no slot' | 'stopped'

/** A claimed message for which no call was made; any dispatcher can claim it again. */
export interface GiveBackReport extends OwnClaim {
  readonly messageId: MessageId
  readonly cause: GiveBackCause
  /** The outcome of an earlier call is unknown, and stays unknown. */
  readonly isRepeat: boolean
}

/**
 * The outcomes that a super admin can decide for a call with an unknown outcome
 * (docs/api/admin#manual-resolution).
 */
export const DECIDED_OUTCOMES = ['submitted', 'delivered', 'undelivered', 'failed'] as const

export type DecidedOutcome = (typeof DECIDED_OUTCOMES)[number]

/** A super admin's decision on an unknown outcome, and the attempt that it is about. */
export interface DecisionReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly outcome: DecidedOutcome
  /** The provider's identifier, if the super admin found one. */
  readonly providerMessageId: string | undefined
}

/** New information about a message that its record must store. */
export type Report =
  | ({ readonly _tag: 'Called' } & CallReport)
  | ({ readonly _tag: 'Ended' } & EndReport)
  | ({ readonly _tag: 'GivenBack' } & GiveBackReport)
  | ({ readonly _tag: 'Decided' } & DecisionReport)
  /** Receipts are waiting for the message, under Postrider's reference or the provider's. */
  | { readonly _tag: 'Receipts'; readonly messageId: MessageId; readonly learned: readonly Learned[] }

/** A provider's reference in the form that is compared, and its provider account. */
export interface Learned {
  readonly providerAccountId: ProviderAccountId
  readonly providerReference: string
}
