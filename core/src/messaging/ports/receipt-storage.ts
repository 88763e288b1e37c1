import type { InboundId, MessageId, ReceiptId, TemplateReportId } from '../../kernel/ids/id.js'
import type { StoredInbound } from '../../providers/domain/inbound/inbound-message.js'
import type { Receipt } from '../../providers/domain/receipts/receipt.js'
import type { UnreadableCallback } from '../../providers/domain/receipts/unreadable-callback.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { StoredTemplateReport } from '../../templates/domain/template-report.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A stored receipt and the message it was found to belong to, if any. */
export interface MatchedReceipt {
  readonly receiptId: ReceiptId
  readonly messageId: MessageId | undefined
}

/** What providers told, as it is kept. */
export interface StoredReports {
  readonly receipts: readonly Receipt[]
  readonly inbound: readonly StoredInbound[]
  readonly templates: readonly StoredTemplateReport[]
  readonly unreadable: readonly UnreadableCallback[]
}

/** Reads up to `limit` of what is pending and was received before the moment, oldest first, from a position on. */
export type PendingReading<I, R> = (
  beforeMs: EpochMs,
  after: I | undefined,
  limit: number,
) => TE.TaskEither<StorageUnavailable, readonly R[]>

/** Providers' reports: stored first, understood afterwards (docs/contract#delivery-reports). */
export interface ReceiptStorage {
  /**
   * Stores all of it durably, or nothing. Of each kind, what is there already (same provider account and event key) is
   * passed over. Right: what was new.
   */
  store(reports: StoredReports): TE.TaskEither<StorageUnavailable | CommitUnknown, StoredReports>
  /**
   * Finds the messages of pending receipts: by our own reference where that message was tried at the receipt's provider
   * account, else by the account and its reference among the attempts. A report counts only from an account that was given the message.
   */
  match(receiptIds: readonly ReceiptId[]): TE.TaskEither<StorageUnavailable, readonly MatchedReceipt[]>
  /** Pending receipts. */
  readonly pending: PendingReading<ReceiptId, Receipt>
  /** What was written to senders and is still pending. */
  readonly pendingInbound: PendingReading<InboundId, StoredInbound>
  /** Vendors' words on templates that are still pending. */
  readonly pendingTemplates: PendingReading<TemplateReportId, StoredTemplateReport>
  /** Deletes at most so many unreadable callbacks that were received before the moment. Right: how many. */
  purgeUnreadable(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
