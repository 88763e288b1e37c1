import type { MessageId, ProviderAccountId } from '../ids/id.js'
import type { EpochMs } from '../time/epoch-ms.js'
import type { CallOutcome } from './outcome.js'

/** Why a message's journey ends or waits without a provider's word. */
export type Ending =
  | { readonly _tag: 'Expired' }
  | { readonly _tag: 'Cancelled' }
  | { readonly _tag: 'TemplateWithdrawn' }
  /** No usable provider at the moment: later again, no attempt counted. */
  | { readonly _tag: 'NoProvider' }
  /** A call's outcome is open, and the call may not be repeated any more. */
  | { readonly _tag: 'LeftOpen' }
  /** A dead letter that was asked for out of its time: due again when the sweeps end it. */
  | { readonly _tag: 'LeftDead' }
  /** The reconciliation window of an unknown outcome is over, or the provider says that it never had it. */
  | { readonly _tag: 'NeverConfirmed' }
  /** Charged on delivery, and no report came in time. */
  | { readonly _tag: 'HoldEnded' }

/** What came of a call, of the attempt that made it. */
export interface CallReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly providerAccountId: ProviderAccountId
  readonly startedAtMs: EpochMs
  readonly outcome: CallOutcome
}

/** An ending, and the message's attempt number when it was decided: a call begun since then makes it void. */
export interface EndReport {
  readonly messageId: MessageId
  readonly attempt: number
  readonly ending: Ending
}

/** What an operator found out about a call whose outcome was unknown (decisions 3). */
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
  | ({ readonly _tag: 'Decided' } & DecisionReport)
  /** Receipts are waiting for the message, under our own reference or the provider's. */
  | { readonly _tag: 'Receipts'; readonly messageId: MessageId; readonly learned: Learned | undefined }

/** A provider's reference in the form that is compared, and whose it is. */
export interface Learned {
  readonly providerAccountId: ProviderAccountId
  readonly providerReference: string
}
