import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { Message } from '../messages/message.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { OwnClaim } from '../../../providers/domain/calls/claim.js'
import type { CallOutcome } from '../../../providers/domain/calls/outcome.js'

/** Why a message's journey ends or waits without a provider's word. */
export type Ending =
  | { readonly _tag: 'Expired' }
  | { readonly _tag: 'Cancelled' }
  | { readonly _tag: 'TemplateWithdrawn' }
  /** No usable provider at the moment: later again, no attempt counted. */
  | { readonly _tag: 'NoProvider' }
  /** None of the usable providers works: parked until one of these accounts is tried or works again. */
  | { readonly _tag: 'Parked'; readonly accountIds: readonly ProviderAccountId[] }
  /** Every usable provider will not take it: later again, for somebody may configure another or mend one. */
  | { readonly _tag: 'RejectedByAllRoutes' }
  /** Too many stand in line at every usable provider: again when there will be room, no attempt counted. */
  | { readonly _tag: 'QueueFull'; readonly untilMs: EpochMs }
  /** A call's outcome is open, and the call may not be repeated any more. */
  | { readonly _tag: 'OutcomeUnknown' }
  /** A dead letter that was asked for out of its time: due again when the sweeps end it. */
  | { readonly _tag: 'DeadLettered' }
  /** The reconciliation window of an unknown outcome is over, or the provider says that it never had it. */
  | { readonly _tag: 'NeverConfirmed' }
  /** It was taken, and its provider was asked whether there is a report: again later, unless there was a final one. */
  | { readonly _tag: 'Unreported' }
  /** Charged on delivery, and no report came in time. */
  | { readonly _tag: 'ReservationExpired' }

/** What came of a call, of the attempt that made it. */
export interface CallReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly providerAccountId: ProviderAccountId
  readonly startedAtMs: EpochMs
  /** The message as it was when it was claimed for the call or the question, where it is at hand. */
  readonly claimed?: Message
  /** Its provider reports nothing later. */
  readonly isLastWord?: true
  /** After how long its provider is asked about it, where it reports nothing. */
  readonly askAfterMs?: number
  readonly outcome: CallOutcome
}

/** An ending, and the message's attempt number when it was decided: a claim made since then makes it void. */
export interface EndReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly ending: Ending
}

/**
 * Why a claimed message is given back: its claimer stops; the claim or the intent was written without an answer, so that
 * nobody was called; there was no place in time; it may no longer go where it was to go.
 */
export type GiveBackCause = 'stopping' | 'unanswered' | 'no slot' | 'stopped'

/** That a message which was claimed was not called for, and is anybody's again. */
export interface GiveBackReport extends OwnClaim {
  readonly messageId: MessageId
  readonly cause: GiveBackCause
  /** An earlier call's outcome is open: it stays open. */
  readonly isRepeat: boolean
}

/** What an operator found out about a call whose outcome was unknown (docs/contract#manual-resolution). */
export const DECIDED_OUTCOMES = ['submitted', 'delivered', 'undelivered', 'failed'] as const

export type DecidedOutcome = (typeof DECIDED_OUTCOMES)[number]

/** An operator's word on an unknown outcome, and the attempt that it is about. */
export interface DecisionReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly outcome: DecidedOutcome
  /** The provider's identifier, where the operator found one. */
  readonly providerMessageId: string | undefined
}

/** Something learned about a message that its record must say. */
export type Report =
  | ({ readonly _tag: 'Called' } & CallReport)
  | ({ readonly _tag: 'Ended' } & EndReport)
  | ({ readonly _tag: 'GivenBack' } & GiveBackReport)
  | ({ readonly _tag: 'Decided' } & DecisionReport)
  /** Receipts are waiting for the message, under our own reference or the provider's. */
  | { readonly _tag: 'Receipts'; readonly messageId: MessageId; readonly learned: readonly Learned[] }

/** A provider's reference in the form that is compared, and whose it is. */
export interface Learned {
  readonly providerAccountId: ProviderAccountId
  readonly providerReference: string
}
