import { leastOf } from '../../../kernel/numbers/extremes.js'
import type { PriceCategory } from '../../../channels/price-categories.js'
import type { Channel } from '../../../channels/channels.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { PriceVersion } from './price-version.js'

/** The prices for one Organization, sorted by precedence. */
export type PriceList = ReadonlyMap<Channel, readonly PriceVersion[]>

const prefixLength = (price: PriceVersion): number =>
  price.destinationPrefix === '*' ? 0 : price.destinationPrefix.length

/**
 * An Organization's own price comes before the list price, then a longer prefix before a shorter one, then one
 * for a category before one for all texts, then a newer version, by time and then by ID (docs/api/money#prices).
 */
const byRank = (one: PriceVersion, other: PriceVersion): number =>
  Number(other.organizationId !== undefined) - Number(one.organizationId !== undefined) ||
  prefixLength(other) - prefixLength(one) ||
  Number(other.category !== undefined) - Number(one.category !== undefined) ||
  other.effectiveFromMs - one.effectiveFromMs ||
  (one.priceVersionId < other.priceVersionId ? 1 : -1)

/** Sorts prices so that the first one that applies is charged. */
export const priceList = (prices: readonly PriceVersion[]): PriceList => {
  const list = new Map<Channel, PriceVersion[]>()
  for (const price of [...prices].sort(byRank)) {
    const known = list.get(price.channel)
    if (known === undefined) list.set(price.channel, [price])
    else known.push(price)
  }
  return list
}

const isFor = (price: PriceVersion, to: string, category: PriceCategory | undefined): boolean =>
  (price.destinationPrefix === '*' || to.startsWith(price.destinationPrefix)) &&
  (price.category === undefined || price.category === category)

/**
 * The price of a text of the category to a destination at a given time, or undefined if there is none. Without
 * a category, only prices for all texts apply.
 */
export const choosePrice = (
  list: PriceList,
  channel: Channel,
  to: string,
  nowMs: EpochMs,
  category?: PriceCategory,
): PriceVersion | undefined =>
  list.get(channel)?.find((price) => price.effectiveFromMs <= nowMs && isFor(price, to, category))

/** When the first price of a destination without a price takes effect; undefined if none is planned. */
export const nextPriceMs = (
  list: PriceList,
  channel: Channel,
  to: string,
  nowMs: EpochMs,
  category?: PriceCategory,
): EpochMs | undefined => {
  const coming = (list.get(channel) ?? []).filter(
    (price) => price.effectiveFromMs > nowMs && isFor(price, to, category),
  )
  return coming.length === 0 ? undefined : leastOf(coming.map(({ effectiveFromMs }) => effectiveFromMs))
}
