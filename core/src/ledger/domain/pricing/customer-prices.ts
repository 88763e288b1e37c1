import type { PriceVersion } from './price-version.js'

/** A price that counts for an Organization, and whether one of its own counts wherever this would. */
export interface CustomerPrice {
  readonly price: PriceVersion
  readonly isReplaced: boolean
}

const isWithin = (inner: string, outer: string): boolean =>
  outer === '*' || (inner !== '*' && inner.startsWith(outer))

/**
 * The prices of an Organization and of the list that count at one moment, in the order in which they are read: by channel and
 * destination, its own first. Whatever an own price is for, no list price is (docs/contract#prices).
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
