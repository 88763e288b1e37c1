import type { RecipientRules } from './recipient.js'

const SHOWN_DIGITS = 4

/** A telephone number as E.164 writes it; its last four digits may be shown. */
export const telephoneNumber: RecipientRules = {
  isNumber: true,
  takesName: false,
  form: 'an E.164 number with its leading +',
  pattern: /^\+[1-9][0-9]{4,14}$/,
  example: '+447400123456',
  problem: 'Must be a valid international number with a leading +.',
  parse: (to, countryOf) => {
    const country = countryOf(to)
    return country === undefined ? undefined : { to, country }
  },
  masked: (to) => {
    const hidden = Math.max(1, to.length - 1 - SHOWN_DIGITS)
    return `+${'*'.repeat(hidden)}${to.slice(1 + hidden)}`
  },
}
