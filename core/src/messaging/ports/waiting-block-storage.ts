import type { TE } from '../../fp.js'
import type { ReceiptId } from '../../kernel/ids/id.js'
import type { PendingReading } from '../../kernel/ports/pending-reading.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { WaitingBlock } from '../../providers/domain/receipts/block-report.js'

/** Reports that suppress the recipient of a message as soon as it is found (docs/api/delivery#suppressions). */
export interface WaitingBlockStorage {
  /** Stores all durably, or none. */
  keepBlocks(blocks: readonly WaitingBlock[]): TE.TaskEither<StorageUnavailable | CommitUnknown, void>
  /** Those that weren't removed. */
  readonly waitingBlocks: PendingReading<ReceiptId, WaitingBlock>
  /** Removes those with these ids. */
  removeBlocks(ids: readonly ReceiptId[]): TE.TaskEither<StorageUnavailable | CommitUnknown, void>
}
