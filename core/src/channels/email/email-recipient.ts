import { parseEmailAddress } from '../../kernel/addresses/email-address.js'
import type { RecipientRules } from '../recipient.js'

/**
 * An email address; its mask shows the first character and the domain, and hides the length of the local
 * part.
 */
export const emailRecipient: RecipientRules = {
  isNumber: false,
  takesName: true,
  form: 'an email address',
  pattern: /^[^@]+@[^@]+$/,
  example: 'asha@example.com',
  problem:
    'The value must be one email address without a display name, with only ASCII characters before the @.',
  parse: (to) => {
    const address = parseEmailAddress(to)
    return address === undefined ? undefined : { to: address, country: undefined }
  },
  masked: (to) => `${to.slice(0, 1)}***${to.slice(to.lastIndexOf('@'))}`,
}
