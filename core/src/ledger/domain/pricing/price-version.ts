import type { Channel } from '../../../channels/channels.js'
import type { PriceCategory } from '../../../channels/price-categories.js'
import type { OrganizationId, PriceVersionId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** The event on which a reservation becomes a charge (docs/api/money#prices). */
export type ChargeOn = 'submitted' | 'delivered'

/** An immutable price; a new price is a new version (docs/api/money#prices). */
export interface PriceVersion {
  readonly priceVersionId: PriceVersionId
  /** The Organization whose own price this is; undefined for a list price. */
  readonly organizationId: OrganizationId | undefined
  readonly channel: Channel
  /** Leading digits of the destination with `+`, or `*` for all destinations. */
  readonly destinationPrefix: string
  /** The vendor's category of the texts that it applies to; undefined: all texts. */
  readonly category?: PriceCategory | undefined
  readonly currency: string
  readonly unitAmountMinor: number
  readonly chargeOn: ChargeOn
  readonly effectiveFromMs: EpochMs
}

/** The fields that must be unique among price versions, so that it is clear which one applies. */
export type PriceSlot = Pick<
  PriceVersion,
  'organizationId' | 'channel' | 'destinationPrefix' | 'category' | 'currency' | 'effectiveFromMs'
>

/** A text that identifies a slot, for comparing slots. */
export const priceSlot = (slot: PriceSlot): string => {
  const { organizationId, channel, destinationPrefix, category, currency, effectiveFromMs } = slot
  const parts = [organizationId ?? 'list', channel, destinationPrefix, currency, effectiveFromMs]
  return [...parts, ...(category === undefined ? [] : [category])].join(' ')
}
