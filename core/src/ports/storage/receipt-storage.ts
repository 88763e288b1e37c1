import type { MessageId, ReceiptId } from '../../domain/ids/id.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A stored receipt and the message it was found to belong to, if any. */
export interface MatchedReceipt {
  readonly receiptId: ReceiptId
  readonly messageId: MessageId | undefined
}

/** Providers' reports: stored first, understood afterwards (docs/contract#delivery-reports). */
export interface ReceiptStorage {
  /**
   * Stores reports durably. One that is there already (same provider account and event key) is passed over.
   * Right: the ids of those that were new.
   */
  store(receipts: readonly Receipt[]): TE.TaskEither<StorageUnavailable | CommitUnknown, readonly ReceiptId[]>
  /**
   * Finds the messages of pending receipts: by our own reference where that message was tried at the receipt's provider
   * account, else by the account and its reference among the attempts. An account is believed about what it was given alone.
   */
  match(receiptIds: readonly ReceiptId[]): TE.TaskEither<StorageUnavailable, readonly MatchedReceipt[]>
  /** Up to `limit` pending receipts received before the moment, oldest first, from a position on. */
  pending(
    beforeMs: EpochMs,
    after: ReceiptId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly Receipt[]>
}
