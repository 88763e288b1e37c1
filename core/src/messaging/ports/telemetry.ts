import type { IsolationEvent } from '../../kernel/telemetry/aside.js'
import type { Channel } from '../../channels/channels.js'
import type { Lane } from '../../kernel/messages/lane.js'
import type { RateLimited } from '../../limits/domain/rate-policy.js'
import type {
  AppId,
  BudgetId,
  InboundId,
  MessageId,
  OrganizationId,
  ProviderAccountId,
  ReceiptId,
} from '../../kernel/ids/id.js'
import type { OutageEvent, CircuitChanged } from '../../providers/domain/calls/account-outage.js'
import type { FailureStage } from '../../providers/domain/calls/dead-letter.js'
import type { SubmitOutcome } from '../../providers/domain/calls/outcome.js'
import type { FailureCode, MessageState } from '../../kernel/messages/message-state.js'
import type { ReceiptState, ReceiptStatus } from '../../providers/domain/receipts/receipt.js'
import type { PartFailed } from '../../kernel/telemetry/part-failed.js'
import type { EventsNumbered, WebhookAttempted } from '../../kernel/telemetry/event-progress.js'
import type { LedgerChecked } from '../../ledger/domain/ledger-checked.js'
import type { ReplyKind } from '../../tenancy/domain/keyword-replies.js'
import type { RefusalTag } from '../../kernel/refusals/refusal.js'
import type { TraceContext, TracedMessage } from '../../kernel/tracing/trace-context.js'

/** Why a returned email was refused: no such address here, too long, or storage is unavailable. */
export const RETURNED_MAIL_REFUSALS = ['nobody', 'too_long', 'later'] as const

export type ReturnedMailRefusal = (typeof RETURNED_MAIL_REFUSALS)[number]

/**
 * The result of a reply to a keyword. `repeated`: the person had the same reply from the sender that day; `late`: more
 * than five minutes have passed; `off`: the app has no reply any longer.
 */
export const REPLY_RESULTS = ['accepted', 'repeated', 'refused', 'late', 'off'] as const

export type ReplyResult = (typeof REPLY_RESULTS)[number]

/** An event for metrics and logs; it never contains a secret, a recipient or a variable's value. */
export type TelemetryEvent =
  | (TracedMessage & {
      readonly _tag: 'Accepted'
      readonly organizationId: OrganizationId
      readonly appId: AppId
      readonly channel: Channel
      readonly lane: Lane
      /** The message belongs to an earlier request; the trace is the current request's. */
      readonly replayed: boolean
    })
  | { readonly _tag: 'AcceptanceBatch'; readonly size: number; readonly durationMs: number }
  /**
   * A submission was handed over to the Organization's home; if that doesn't respond, this process accepts
   * it.
   */
  | { readonly _tag: 'HandedOver'; readonly isAnswered: boolean }
  | IsolationEvent
  | { readonly _tag: 'Relayed'; readonly lane: Lane; readonly confirmed: number; readonly failed: number }
  | (TracedMessage & {
      readonly _tag: 'ProviderCalled'
      readonly attempt: number
      readonly channel: Channel
      readonly providerAccountId: ProviderAccountId
      readonly outcome: SubmitOutcome['_tag']
      readonly durationMs: number
    })
  | CircuitChanged
  /** An account stopped working for this process, still doesn't for another reason, or works again. */
  | OutageEvent
  | {
      readonly _tag: 'StateChanged'
      readonly channel: Channel
      readonly state: MessageState
      readonly ageMs: number
    }
  /** No further processing of the message is expected; `hasEnded` defines when that is. */
  | (TracedMessage & {
      readonly _tag: 'MessageEnded'
      readonly channel: Channel
      readonly state: MessageState
      readonly failureCode: FailureCode | undefined
      /** The account that was called last; undefined if none was called. */
      readonly providerAccountId: ProviderAccountId | undefined
      /** The number of calls made. */
      readonly attempts: number
      readonly ageMs: number
    })
  /**
   * The queue gave up a job; undefined if the job wasn't Postrider's. The outbox publishes its message again.
   */
  | {
      readonly _tag: 'JobGivenUp'
      readonly messageId: MessageId | undefined
      readonly trace: TraceContext
    }
  | (TracedMessage & { readonly _tag: 'DeadLettered'; readonly stage: FailureStage })
  /**
   * A provider's callback was read. `ignored`: the number of reports in it that aren't relevant; `unread`:
   * the number of unreadable ones.
   */
  | { readonly _tag: 'CallbackRead'; readonly ignored: number; readonly unread: number }
  /** The Organization of an inbound message was determined; `unassigned`: a super admin has to assign it. */
  | { readonly _tag: 'InboundSettled'; readonly state: 'assigned' | 'unassigned' }
  /**
   * A reply to a keyword was accepted, or isn't sent; `refusal` is the reason if acceptance refused it
   * (docs/api/consent#replies-to-keywords).
   */
  | {
      readonly _tag: 'KeywordReplied'
      readonly inboundId: InboundId
      readonly messageId: MessageId
      readonly kind: ReplyKind
      readonly result: ReplyResult
      readonly refusal?: RefusalTag
    }
  | { readonly _tag: 'ReturnedMailRefused'; readonly why: ReturnedMailRefusal }
  | { readonly _tag: 'ReceiptStored'; readonly count: number; readonly duplicates: number }
  /** A report found its message; `state` is the report's new state. */
  | (TracedMessage & {
      readonly _tag: 'ReceiptMatched'
      readonly receiptId: ReceiptId
      readonly providerAccountId: ProviderAccountId
      readonly reported: ReceiptStatus
      readonly state: ReceiptState
    })
  | { readonly _tag: 'ReceiptContradicted'; readonly count: number }
  | LedgerChecked
  | { readonly _tag: 'BudgetReached'; readonly budgetId: BudgetId; readonly percent: number }
  | {
      readonly _tag: 'PrefixBlocked'
      readonly prefix: string
      readonly sends: number
      readonly verified: number
    }
  | { readonly _tag: 'OtpGuessed'; readonly verified: boolean }
  | RateLimited
  | EventsNumbered
  | WebhookAttempted
  | PartFailed

/** The names of the events; metrics and logs define their handling for each. */
export type TelemetryTag = TelemetryEvent['_tag']

/**
 * Receives events. Adapters: metrics and logs of the hosts; tests use it too.
 *
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
  /** Records an event; it never throws and never waits. */
  emit(event: TelemetryEvent): void
}
