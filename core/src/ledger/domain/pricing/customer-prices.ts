import type { PriceVersion } from './price-version.js'

/** A price in effect for an Organization, and whether one of its own prices replaces it completely. */
export interface CustomerPrice {
  readonly price: PriceVersion
  readonly isReplaced: boolean
}

const isWithin = (inner: string, outer: string): boolean =>
  outer === '*' || (inner !== '*' && inner.startsWith(outer))

/**
 * An Organization's own prices and the list prices that are in effect at a given time, in display order: by
 * channel and destination, its own first. A list price isn't charged for anything that an own price covers
 * (docs/api/money#prices).
 */
export const customerPrices = (
  own: readonly PriceVersion[],
  listed: readonly PriceVersion[],
): readonly CustomerPrice[] => {
  const isReplaced = (price: PriceVersion): boolean =>
    own.some(
      (one) =>
        one.channel === price.channel &&
        one.currency === price.currency &&
        (one.category === undefined || one.category === price.category) &&
        isWithin(price.destinationPrefix, one.destinationPrefix),
    )
  return [
    ...own.map((price) => ({ price, isReplaced: false })),
    ...listed.map((price) => ({ price, isReplaced: isReplaced(price) })),
  ].toSorted(
    ({ price: one }, { price: other }) =>
      one.channel.localeCompare(other.channel) ||
      one.destinationPrefix.localeCompare(other.destinationPrefix) ||
      Number(other.organizationId !== undefined) - Number(one.organizationId !== undefined) ||
      one.priceVersionId.localeCompare(other.priceVersionId),
  )
}
