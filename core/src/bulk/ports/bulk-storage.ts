import type { Bulk, BulkItem } from '../domain/bulk.js'
import type { ClaimToken } from '../../providers/domain/calls/claim.js'
import type { BulkId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { Repository } from '../../kernel/ports/repository.js'

/** A bulk, and some of its items. */
export interface BulkPage {
  readonly bulk: Bulk
  readonly items: readonly BulkItem[]
}

/** Bulks inside a unit. */
export interface BulkRepository extends Repository<BulkId, Bulk> {
  /** Adds the items of a bulk that was added here. */
  addItems(items: readonly BulkItem[]): void
  /** Writes why items of a bulk that is held were refused. */
  refuse(items: readonly BulkItem[]): void
}

/** Bulks, as they are read. */
export interface BulkStorage {
  /** A running bulk that somebody with this claim may work at: one of theirs, or one whose lease is over. */
  due(claim: ClaimToken, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, BulkId | undefined>
  /** The items from after a number on, in their order. */
  items(bulkId: BulkId, after: number, limit: number): TE.TaskEither<StorageUnavailable, readonly BulkItem[]>
  /** The bulk and its refused items from after a number on; undefined where there is none. */
  refusals(
    bulkId: BulkId,
    after: number,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<BulkPage | undefined>>
  /**
   * Deletes selections that were made before one moment and never begun with, and bulks that were made before another
   * and have ended, with their items: a few at a time. Right: how many.
   */
  purge(previewedBeforeMs: EpochMs, madeBeforeMs: EpochMs): TE.TaskEither<StorageUnavailable, number>
}
