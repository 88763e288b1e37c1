import type { ResultOf } from '@postrider/core/assembly/registry'
import { countryOfPrefix } from '../../format/calling-codes.js'
import { pricedWord } from '../../language/channel-words.js'
import { BILLING_TEXTS as t } from './billing-texts.js'

type CustomerPriceRow = ResultOf<'listCustomerPrices'>['prices'][number]

/** A price with the name of its destination. */
export interface NamedPrice extends CustomerPriceRow {
  /** Undefined if the prefix belongs to no country. */
  readonly country: string | undefined
}

const EVERYWHERE = '*'

/** Whether a price applies to all destinations without a price of their own. */
export const isEverywhere = ({ destinationPrefix }: Pick<CustomerPriceRow, 'destinationPrefix'>): boolean =>
  destinationPrefix === EVERYWHERE

const nameOf = (price: NamedPrice): string => price.country ?? price.destinationPrefix

const order = new Intl.Collator()

/**
 * Prices sorted by the names of their destinations. The price for all destinations comes first, and shorter
 * prefixes of a country come before longer ones.
 */
export const namedPrices = (prices: readonly CustomerPriceRow[], locale?: string): readonly NamedPrice[] =>
  prices
    .map((price) => ({ ...price, country: countryOfPrefix(price.destinationPrefix, locale) }))
    .toSorted(
      (one, other) =>
        Number(isEverywhere(other)) - Number(isEverywhere(one)) ||
        order.compare(nameOf(one), nameOf(other)) ||
        order.compare(one.destinationPrefix, other.destinationPrefix) ||
        order.compare(pricedWord(one), pricedWord(other)) ||
        Number(other.isOwn) - Number(one.isOwn),
    )

/** Text for comparison: in lower case, without accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/**
 * Prices whose country, prefix or channel contains all words. A phone number finds the prices that would
 * apply to it.
 */
export const pricesWith = (prices: readonly NamedPrice[], text: string): readonly NamedPrice[] => {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return prices.filter((price) => {
    const { destinationPrefix, country = '' } = price
    const searchable = plain(
      [isEverywhere(price) ? t.everywhere : country, pricedWord(price), destinationPrefix].join(' '),
    )
    const isFor = (number: string): boolean => isEverywhere(price) || number.startsWith(destinationPrefix)
    return words.every((word) => searchable.includes(word) || (/^\+\d/.test(word) && isFor(word)))
  })
}
