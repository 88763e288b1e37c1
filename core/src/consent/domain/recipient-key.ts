import { currentNumber } from '../../channels/current-number.js'
import { domainToAscii } from '../../kernel/addresses/domain-to-ascii.js'

/**
 * The text that all spellings of a recipient share, for the suppression list (docs/api/delivery#suppressions): a
 * telephone number in its current spelling, or an email address in lower case with its domain in ASCII.
 */
export const recipientKey = (to: string): string => {
  const at = to.lastIndexOf('@')
  if (at < 0) return currentNumber(to)
  const domain = to.slice(at + 1)
  return `${to.slice(0, at)}@${domainToAscii(domain) ?? domain}`.toLowerCase()
}

/** Whether two texts are spellings of the same recipient. */
export const isSameRecipient = (one: string, other: string): boolean =>
  one === other || recipientKey(one) === recipientKey(other)
