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

/** A super admin's query for messages of all Organizations. */
export interface PlatformQuery {
  readonly organizationId: OrganizationId | undefined
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  readonly state: MessageState | undefined
  /** Accepted at this time or later. */
  readonly fromMs: EpochMs | undefined
  /** Accepted before this time. */
  readonly toMs: EpochMs | undefined
  /** Unchanged since before this time. */
  readonly unchangedSinceMs: EpochMs | undefined
  /** The last message that was read. */
  readonly before: MessageId | undefined
  readonly limit: number
}

/** A message whose processing failed too often. */
export interface DeadLetter {
  readonly message: Message
  readonly failures: ProcessingFailures
}

/** Receipts for super admins to review: they match no message, or contradict their message's final state. */
export interface OddReceipts {
  readonly state: 'pending' | 'contradicted'
  /** Received before this time. */
  readonly beforeMs: EpochMs
  /** The last receipt shown. */
  readonly after: ReceiptId | undefined
  readonly limit: number
}

/** A receipt, and its message if it has one. */
export interface OddReceipt {
  readonly receipt: Receipt
  readonly message: Message | undefined
}

/** An account that differs from its ledger. */
export interface DriftingAccount {
  readonly account: Account
  readonly checkpoint: Checkpoint
}

/** All data about a message, and the actions of people on it. */
export interface MessageTrace extends Pick<
  MessageEvidence,
  'message' | 'attempts' | 'events' | 'receipts' | 'dueAtMs'
> {
  readonly failures: ProcessingFailures | undefined
  /** The audit events whose target is the message, in order. */
  readonly acts: readonly AuditEntry[]
}

/**
 * Data that super admins review, for the whole platform (docs/api/admin#manual-resolution). Every read
 * returns committed data. The content of messages isn't read: `variables` is empty and nothing is decrypted.
 */
export interface ReconciliationStorage {
  /**
   * Messages, newest first. A page reads a bounded number of them, whatever the filters, so it can be shorter
   * than the limit although there are more.
   */
  messages(query: PlatformQuery): TE.TaskEither<StorageUnavailable, AsOf<HistoryPart>>
  /** Open dead letters, in the order of their messages, from after a given one on. */
  deadLetters(
    after: MessageId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly DeadLetter[]>>
  /** Receipts that no super admin has dismissed, in the order of their creation. */
  oddReceipts(query: OddReceipts): TE.TaskEither<StorageUnavailable, AsOf<readonly OddReceipt[]>>
  /** Unreadable callbacks, newest first, from before a given one on. */
  unreadableCallbacks(
    before: UnreadableCallbackId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly UnreadableCallback[]>>
  /** Accounts whose checkpoint shows drift, in the order of their keys, from after a given one on. */
  drifting(
    after: AccountKey | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly DriftingAccount[]>>
  /** A message's trace; undefined if there is no such message. */
  trace(messageId: MessageId): TE.TaskEither<StorageUnavailable, AsOf<MessageTrace | undefined>>
}
