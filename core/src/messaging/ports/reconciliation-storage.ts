import type { AuditEntry } from '../../audit/domain/chain.js'
import type { Channel } from '../../channels/channels.js'
import type { ProcessingFailures } from '../../providers/domain/calls/dead-letter.js'
import type {
  AppId,
  MessageId,
  OrganizationId,
  ReceiptId,
  UnreadableCallbackId,
} from '../../kernel/ids/id.js'
import type { Account, AccountKey } from '../../ledger/domain/account.js'
import type { Message } from '../domain/messages/message.js'
import type { MessageState } from '../../kernel/messages/message-state.js'
import type { Receipt } from '../../providers/domain/receipts/receipt.js'
import type { UnreadableCallback } from '../../providers/domain/receipts/unreadable-callback.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { HistoryPart } from './activity-storage.js'
import type { MessageEvidence } from './evidence-storage.js'
import type { Checkpoint } from '../../ledger/ports/ledger-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Which messages an operator asks for, of all Organizations. */
export interface PlatformQuery {
  readonly organizationId: OrganizationId | undefined
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  readonly state: MessageState | undefined
  /** Accepted at this moment or later. */
  readonly fromMs: EpochMs | undefined
  /** Accepted before this moment. */
  readonly toMs: EpochMs | undefined
  /** Unchanged since before this moment. */
  readonly unchangedSinceMs: EpochMs | undefined
  /** The message that was looked at last. */
  readonly before: MessageId | undefined
  readonly limit: number
}

/** A message that processing failed for too often. */
export interface DeadLetter {
  readonly message: Message
  readonly failures: ProcessingFailures
}

/** Receipts that an operator has to see: matched to nothing, or against what their message's final state says. */
export interface OddReceipts {
  readonly state: 'pending' | 'contradicted'
  /** Received before this moment. */
  readonly beforeMs: EpochMs
  /** The receipt that was shown last. */
  readonly after: ReceiptId | undefined
  readonly limit: number
}

/** A receipt, and its message where there is one. */
export interface OddReceipt {
  readonly receipt: Receipt
  readonly message: Message | undefined
}

/** An account that was found to differ from its ledger. */
export interface DriftingAccount {
  readonly account: Account
  readonly checkpoint: Checkpoint
}

/** All that is known of a message, and of what people did about it. */
export interface MessageTrace extends Pick<
  MessageEvidence,
  'message' | 'attempts' | 'events' | 'receipts' | 'dueAtMs'
> {
  readonly failures: ProcessingFailures | undefined
  /** Audit events whose target it is, in their order. */
  readonly acts: readonly AuditEntry[]
}

/**
 * What operators look into, on the whole platform (docs/contract#manual-resolution): every reading is of committed
 * facts. What a message says is not read at all: its variables are empty here, and nothing is sealed.
 */
export interface ReconciliationStorage {
  /**
   * Messages, the newest first. A page looks at a bounded number of them, whatever the filters: it may be shorter than
   * was asked for although there is more.
   */
  messages(query: PlatformQuery): TE.TaskEither<StorageUnavailable, AsOf<HistoryPart>>
  /** Dead letters that nobody has ended yet, in the order of their messages, from after one on. */
  deadLetters(
    after: MessageId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly DeadLetter[]>>
  /** Receipts that no operator has dismissed, in the order in which they were made. */
  oddReceipts(query: OddReceipts): TE.TaskEither<StorageUnavailable, AsOf<readonly OddReceipt[]>>
  /** Callbacks that nobody understood, the newest first, from before one on. */
  unreadableCallbacks(
    before: UnreadableCallbackId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly UnreadableCallback[]>>
  /** Accounts whose checkpoint says drift, in the order of their keys, from after one on. */
  drifting(
    after: AccountKey | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly DriftingAccount[]>>
  /** A message's trace; undefined where there is no such message. */
  trace(messageId: MessageId): TE.TaskEither<StorageUnavailable, AsOf<MessageTrace | undefined>>
}
