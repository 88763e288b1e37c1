import type { Channel } from '../../../channels/channels.js'
import type { OrganizationId, PriceVersionId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** The event on which a reservation becomes a charge (docs/contract#prices). */
export type ChargeOn = 'submitted' | 'delivered'

/** A price that never changes; a new price is a new version (docs/contract#prices). */
export interface PriceVersion {
  readonly priceVersionId: PriceVersionId
  /** The Organization whose own price this is; undefined for the list price. */
  readonly organizationId: OrganizationId | undefined
  readonly channel: Channel
  /** Leading digits of the destination with `+`, or `*` for every destination. */
  readonly destinationPrefix: string
  readonly currency: string
  readonly unitAmountMinor: number
  readonly chargeOn: ChargeOn
  readonly effectiveFromMs: EpochMs
}

/** What no two price versions have in common: of two, nobody could say which one counts. */
export type PriceSlot = Pick<
  PriceVersion,
  'organizationId' | 'channel' | 'destinationPrefix' | 'currency' | 'effectiveFromMs'
>

/** One text for a slot, to compare slots by. */
export const priceSlot = (slot: PriceSlot): string => {
  const { organizationId, channel, destinationPrefix, currency, effectiveFromMs } = slot
  return [organizationId ?? 'list', channel, destinationPrefix, currency, effectiveFromMs].join(' ')
}
