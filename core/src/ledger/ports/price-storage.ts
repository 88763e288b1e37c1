import type { Channel } from '../../channels/channels.js'
import type { OrganizationId, PriceVersionId } from '../../kernel/ids/id.js'
import type { VolumeSlice } from '../domain/price-previews/price-preview.js'
import type { PriceVersion } from '../domain/pricing/price-version.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface PriceQuery {
  /** An Organization's own prices, the list prices, or all prices. */
  readonly of: OrganizationId | 'list' | 'everybody'
  readonly channel: Channel | undefined
  readonly currency: string | undefined
  /**
   * Only prices in effect at this time: of those that differ only in their time, the latest one before it.
   */
  readonly atMs: EpochMs | undefined
  /** The last version shown. */
  readonly before: PriceVersionId | undefined
  readonly limit: number
}

/** Prices for super admins. */
export interface PriceStorage {
  /** The price versions that match the query, newest first. */
  versions(query: PriceQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly PriceVersion[]>>
  /**
   * Messages that were accepted in the range, of one Organization or all. It reads a bounded number of them
   * from many parts of the range; each slice has the share that was read.
   */
  volume(
    organizationId: OrganizationId | undefined,
    fromMs: EpochMs,
    toMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly VolumeSlice[]>
}
