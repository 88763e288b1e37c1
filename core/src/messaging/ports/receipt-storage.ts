import type { InboundId, MessageId, ReceiptId } from '../../kernel/ids/id.js'
import type { StoredInbound } from '../../providers/domain/inbound/inbound-message.js'
import type { Receipt } from '../../providers/domain/receipts/receipt.js'
import type { UnreadableCallback } from '../../providers/domain/receipts/unreadable-callback.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { StoredTemplateReport } from '../../templates/domain/template-report.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { PendingReading } from '../../kernel/ports/pending-reading.js'
import type { TemplateReportStorage } from '../../templates/ports/template-report-storage.js'
import type { StoredInboundPart } from '../../providers/domain/inbound/inbound-part.js'
import type { InboundPartStorage } from './inbound-part-storage.js'
import type { WaitingBlockStorage } from './waiting-block-storage.js'
import type { TE } from '../../fp.js'

/** A stored receipt and its message, if one was found. */
export interface MatchedReceipt {
  readonly receiptId: ReceiptId
  readonly messageId: MessageId | undefined
}

/** Providers' reports as they are stored. */
export interface StoredReports {
  readonly receipts: readonly Receipt[]
  readonly inbound: readonly StoredInbound[]
  /** Parts of long inbound SMS; each is stored, because an SMSC gives them no identifier. */
  readonly parts: readonly StoredInboundPart[]
  readonly templates: readonly StoredTemplateReport[]
  readonly unreadable: readonly UnreadableCallback[]
}

/**
 * Providers' reports: they are stored first and processed afterwards (docs/api/delivery#delivery-reports).
 */
export interface ReceiptStorage extends TemplateReportStorage, InboundPartStorage, WaitingBlockStorage {
  /**
   * Stores everything durably, or nothing. Existing reports of each kind (same provider account and event
   * key) are skipped. Right: the new ones.
   */
  store(reports: StoredReports): TE.TaskEither<StorageUnavailable | CommitUnknown, StoredReports>
  /**
   * Finds the messages of pending receipts. It uses Postrider's reference if that message was tried at the
   * receipt's provider account, else the account and its reference among the attempts and their parts, else its
   * other reference. Of several messages with a reference it is the newest one to the receipt's recipient. A
   * report counts only from an account that received the message.
   */
  match(receiptIds: readonly ReceiptId[]): TE.TaskEither<StorageUnavailable, readonly MatchedReceipt[]>
  /** Pending receipts. */
  readonly pending: PendingReading<ReceiptId, Receipt>
  /** Pending inbound messages. */
  readonly pendingInbound: PendingReading<InboundId, StoredInbound>
  /**
   * Deletes at most `most` unreadable callbacks that were received before the given time. Right: the number
   * deleted.
   */
  purgeUnreadable(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
