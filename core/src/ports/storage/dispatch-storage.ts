import type { Attempt } from '../../domain/dispatch/attempt.js'
import type { Learned } from '../../domain/dispatch/report.js'
import type { MessageId, ReceiptId } from '../../domain/ids/id.js'
import type { Account } from '../../domain/ledger/account.js'
import type { LedgerEvent } from '../../domain/ledger/ledger-event.js'
import type { Message } from '../../domain/messages/message.js'
import type { Receipt, ReceiptState } from '../../domain/receipts/receipt.js'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A message as the transaction holds it, with its latest attempt and its reservation. */
export interface HeldMessage {
  readonly message: Message
  readonly lastAttempt: Attempt | undefined
}

/** What claiming decides: which attempts begin. */
export interface ClaimPlan<A> {
  /** Attempts with phase `intent`; each makes its message's attempt number and lease what it says. */
  readonly claims: ReadonlyArray<{ readonly attempt: Attempt; readonly leaseUntilMs: EpochMs }>
  readonly result: A
}

/** One message to be worked on, and the provider reference just learned, whose early receipts belong to it. */
export interface WorkItem {
  readonly messageId: MessageId
  readonly learned: Learned | undefined
}

/** The state of affairs inside the transaction; messages and accounts are locked until its end. */
export interface WorkKnown {
  readonly messages: ReadonlyMap<MessageId, HeldMessage>
  /** By {@link accountKey}: the accounts that the messages are charged to. */
  readonly accounts: ReadonlyMap<string, Account>
  /** The open reservation of each message that has one. */
  readonly reservations: ReadonlyMap<MessageId, LedgerEvent>
  /** Pending receipts of each message, by reference or learned provider reference, oldest first. */
  readonly receipts: ReadonlyMap<MessageId, readonly Receipt[]>
}

/** What became of the messages. */
export interface WorkPlan<A> {
  /** Messages as they stand afterwards: state, failure code, billing, lease and times are written. */
  readonly messages: readonly Message[]
  /** Attempts as they stand afterwards; existing ones are completed. */
  readonly attempts: readonly Attempt[]
  readonly events: readonly LedgerEvent[]
  readonly accounts: readonly Account[]
  /** When each message's outbox row is due again; undefined strikes it from the list. */
  readonly due: ReadonlyArray<{ readonly messageId: MessageId; readonly atMs: EpochMs | undefined }>
  /** Receipts that are no longer pending, and the message each belongs to. */
  readonly receipts: ReadonlyArray<{
    readonly receiptId: ReceiptId
    readonly messageId: MessageId
    readonly state: ReceiptState
  }>
  readonly result: A
}

/** Claims messages for sending and records what became of them, in batches of two round trips. */
export interface DispatchStorage {
  /**
   * Locks the messages, lets `decide` choose, and writes attempts and leases durably: after it, at most one
   * caller may call a provider for a message (compare-and-set; the attempt number fences all later writes).
   */
  claim<A>(
    messageIds: readonly MessageId[],
    decide: (held: ReadonlyMap<MessageId, HeldMessage>) => ClaimPlan<A>,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>

  /**
   * Locks the messages, then their accounts, in one order; gathers reservations and pending receipts; writes
   * the plan and commits. A plan that changes nothing commits nothing.
   */
  work<A>(
    items: readonly WorkItem[],
    decide: (known: WorkKnown) => WorkPlan<A>,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed, A>
}
