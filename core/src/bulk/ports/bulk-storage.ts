import type { Bulk, BulkItem } from '../domain/bulk.js'
import type { ClaimToken } from '../../providers/domain/calls/claim.js'
import type { BulkId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { Repository } from '../../kernel/ports/repository.js'

/** A bulk with some of its items. */
export interface BulkPage {
  readonly bulk: Bulk
  readonly items: readonly BulkItem[]
}

/** Bulks inside a unit of work. */
export interface BulkRepository extends Repository<BulkId, Bulk> {
  /** Adds the items of a bulk that was added in this unit. */
  addItems(items: readonly BulkItem[]): void
  /** Stores the refusals of items of a locked bulk. */
  refuse(items: readonly BulkItem[]): void
}

/** Reads bulks. */
export interface BulkStorage {
  /**
   * A running bulk for a process with this claim: one that it already works on, or one whose lease has
   * expired.
   */
  due(claim: ClaimToken, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, BulkId | undefined>
  /** The items from after a number on, in order. */
  items(bulkId: BulkId, after: number, limit: number): TE.TaskEither<StorageUnavailable, readonly BulkItem[]>
  /** The bulk and its refused items from after a number on; undefined if there is no such bulk. */
  refusals(
    bulkId: BulkId,
    after: number,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<BulkPage | undefined>>
  /**
   * Deletes some selections made before the first time and never started, and some ended bulks made before
   * the second time, with their items. Right: the number deleted.
   */
  purge(previewedBeforeMs: EpochMs, madeBeforeMs: EpochMs): TE.TaskEither<StorageUnavailable, number>
}
