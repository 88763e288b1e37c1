import type { ServicePart } from '../../kernel/telemetry/service-parts.js'
import type { AsideReason, BatchKind } from '../../kernel/telemetry/aside.js'
import type { Channel } from '../../channels/channels.js'
import type { Lane } from '../../kernel/messages/lane.js'
import type { RatePolicy } from '../../limits/domain/rate-policy.js'
import type {
  AppId,
  BudgetId,
  MessageId,
  OrganizationId,
  ProviderAccountId,
  ReceiptId,
} from '../../kernel/ids/id.js'
import type { OutageEvent } from '../../providers/domain/calls/account-outage.js'
import type { FailureStage } from '../../providers/domain/calls/dead-letter.js'
import type { SubmitOutcome } from '../../providers/domain/calls/outcome.js'
import type { FailureCode, MessageState } from '../../kernel/messages/message-state.js'
import type { ReceiptState, ReceiptStatus } from '../../providers/domain/receipts/receipt.js'
import type { TraceContext, TracedMessage } from '../../kernel/tracing/trace-context.js'

/** Why a mail that came back was not taken: its address is nobody's of ours, it is longer than is taken, storage is away. */
export const RETURNED_MAIL_REFUSALS = ['nobody', 'too_long', 'later'] as const

export type ReturnedMailRefusal = (typeof RETURNED_MAIL_REFUSALS)[number]

/** What happened, for metrics and logs; never a secret, a recipient or a variable's value. */
export type TelemetryEvent =
  | (TracedMessage & {
      readonly _tag: 'Accepted'
      readonly organizationId: OrganizationId
      readonly appId: AppId
      readonly channel: Channel
      readonly lane: Lane
      /** The message is of an earlier request; the trace is this one's. */
      readonly replayed: boolean
    })
  | { readonly _tag: 'AcceptanceBatch'; readonly size: number; readonly durationMs: number }
  /** A submission was handed over to the Organization's home; if that didn't answer, this process accepts it. */
  | { readonly _tag: 'HandedOver'; readonly isAnswered: boolean }
  /** This Organization gets transactions of its own in a batcher, so that the others don't wait for it. */
  | {
      readonly _tag: 'OrganizationSetAside'
      readonly batcher: BatchKind
      readonly organizationId: OrganizationId
      readonly why: AsideReason
    }
  /** It shares transactions again, after so long; `why` is why it didn't. */
  | {
      readonly _tag: 'OrganizationRejoined'
      readonly batcher: BatchKind
      readonly organizationId: OrganizationId
      readonly why: AsideReason
      readonly afterMs: number
    }
  | { readonly _tag: 'Relayed'; readonly lane: Lane; readonly confirmed: number; readonly failed: number }
  | (TracedMessage & {
      readonly _tag: 'ProviderCalled'
      readonly attempt: number
      readonly channel: Channel
      readonly providerAccountId: ProviderAccountId
      readonly outcome: SubmitOutcome['_tag']
      readonly durationMs: number
    })
  /** An account is left alone in this process from now on, since it does not work, or is called again. */
  | {
      readonly _tag: 'CircuitChanged'
      readonly providerAccountId: ProviderAccountId
      readonly isOpen: boolean
    }
  /** An account of this process stopped working, still doesn't for another reason, or works again. */
  | OutageEvent
  | {
      readonly _tag: 'StateChanged'
      readonly channel: Channel
      readonly state: MessageState
      readonly ageMs: number
    }
  /** Nothing more is expected to happen to the message; `hasEnded` says when that is. */
  | (TracedMessage & {
      readonly _tag: 'MessageEnded'
      readonly channel: Channel
      readonly state: MessageState
      readonly failureCode: FailureCode | undefined
      /** The account that was called last; undefined where none was. */
      readonly providerAccountId: ProviderAccountId | undefined
      /** How many calls were made. */
      readonly attempts: number
      readonly ageMs: number
    })
  /** The queue gave a job up; undefined: it was none of ours. The outbox brings its message back. */
  | {
      readonly _tag: 'JobGivenUp'
      readonly messageId: MessageId | undefined
      readonly trace: TraceContext
    }
  | (TracedMessage & { readonly _tag: 'DeadLettered'; readonly stage: FailureStage })
  /** A provider's callback was read; `ignored`: how many of the things that it told mean nothing here; `unread`: how many nobody understood. */
  | { readonly _tag: 'CallbackRead'; readonly ignored: number; readonly unread: number }
  /** Whose a message is that somebody wrote to a sender; `unassigned`: an operator is to say. */
  | { readonly _tag: 'InboundSettled'; readonly state: 'assigned' | 'unassigned' }
  | { readonly _tag: 'ReturnedMailRefused'; readonly why: ReturnedMailRefusal }
  | { readonly _tag: 'ReceiptStored'; readonly count: number; readonly duplicates: number }
  /** A report found its message; `state`: what became of the report. */
  | (TracedMessage & {
      readonly _tag: 'ReceiptMatched'
      readonly receiptId: ReceiptId
      readonly providerAccountId: ProviderAccountId
      readonly reported: ReceiptStatus
      readonly state: ReceiptState
    })
  | { readonly _tag: 'ReceiptContradicted'; readonly count: number }
  | { readonly _tag: 'LedgerChecked'; readonly accounts: number; readonly drifting: number }
  | { readonly _tag: 'BudgetReached'; readonly budgetId: BudgetId; readonly percent: number }
  | {
      readonly _tag: 'PrefixBlocked'
      readonly prefix: string
      readonly sends: number
      readonly verified: number
    }
  | { readonly _tag: 'OtpGuessed'; readonly verified: boolean }
  | { readonly _tag: 'RateLimited'; readonly policy: RatePolicy }
  | {
      readonly _tag: 'PartFailed'
      readonly where: ServicePart
      readonly cause: string
      /** The one message that it concerns, if it concerns one. */
      readonly about?: TracedMessage
    }

/** The names of the events: metrics and log say of each what they do about it. */
export type TelemetryTag = TelemetryEvent['_tag']

/**
 * Hears what happens. Adapters: metrics and log of the hosts; tests listen too.
 * @example
 * ```ts
 * import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
 *
 * const telemetry: Telemetry = {
 *   emit: (event) => {
 *     if (event._tag === 'PartFailed') console.error(`${event.where}: ${event.cause}`)
 *   },
 * }
 * ```
 */
export interface Telemetry {
  /** Takes note; never throws and never waits. */
  emit(event: TelemetryEvent): void
}
