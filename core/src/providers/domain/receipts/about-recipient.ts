import { isSameRecipient } from '../../../consent/domain/recipient-key.js'
import type { Receipt } from './receipt.js'

/** The fewest digits by which a national number is compared; shorter ones are short codes. */
const FEWEST_DIGITS = 7

/** The digits of an address without the prefixes of international and national calls; empty if it has letters. */
const digitsOf = (address: string): string => {
  const spelled = address.replaceAll(/[\s().-]/g, '').replace(/^\+/, '')
  return /^[0-9]+$/.test(spelled) ? spelled.replace(/^0+/, '') : ''
}

const isNumber = (digits: string): boolean => digits.length >= FEWEST_DIGITS

/**
 * Whether a report can be about a message to this recipient. A report with `recipient` names it, in any spelling of
 * the number. Otherwise the addresses are compared as the provider wrote them, with or without country code: one of
 * them has to be the recipient's, unless the first one isn't a number at all (docs/api/delivery#delivery-reports).
 */
export const isAboutRecipient = (
  { recipient, addresses = [] }: Pick<Receipt, 'recipient' | 'addresses'>,
  to: string,
): boolean => {
  if (recipient !== undefined) return isSameRecipient(recipient, to)
  const [own, all] = [digitsOf(to), addresses.map(digitsOf)]
  const isOwn = (digits: string): boolean =>
    isNumber(digits) && (own.endsWith(digits) || isSameRecipient(`+${digits}`, to))
  return all.some(isOwn) || !isNumber(all[0] ?? '')
}
