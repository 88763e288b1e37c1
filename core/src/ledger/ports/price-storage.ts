import type { Channel } from '../../channels/channels.js'
import type { OrganizationId, PriceVersionId } from '../../kernel/ids/id.js'
import type { VolumeSlice } from '../domain/price-previews/price-preview.js'
import type { PriceVersion } from '../domain/pricing/price-version.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface PriceQuery {
  /** An Organization's own prices, the list prices, or both of everybody. */
  readonly of: OrganizationId | 'list' | 'everybody'
  readonly channel: Channel | undefined
  readonly currency: string | undefined
  /** Only what counts at this moment: of those that differ in their time alone, the one that came last before it. */
  readonly atMs: EpochMs | undefined
  /** The version that was shown last. */
  readonly before: PriceVersionId | undefined
  readonly limit: number
}

/** Prices, as operators read them. */
export interface PriceStorage {
  /** The price versions that are asked for, newest first. */
  versions(query: PriceQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly PriceVersion[]>>
  /**
   * Messages that were accepted in the range, an Organization's or everybody's: a bounded number of them, from many places
   * of it, each of which says what share of it was looked at.
   */
  volume(
    organizationId: OrganizationId | undefined,
    fromMs: EpochMs,
    toMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly VolumeSlice[]>
}
