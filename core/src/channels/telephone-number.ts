import type { RecipientRules } from './recipient.js'

const SHOWN_DIGITS = 4
/** Fewer hidden digits could be guessed; such a number is masked from its start. */
const FEWEST_HIDDEN = 4

/**
 * Calling codes of one and two digits; all others have three (ITU-T E.164, list of assigned country codes).
 */
const SHORT_CALLING_CODES = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** The calling code of a number without its plus. */
const callingCodeOf = (digits: string): string => SHORT_CALLING_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)

/** A telephone number in E.164; its mask shows the calling code and the last four digits. */
export const telephoneNumber: RecipientRules = {
  isNumber: true,
  takesName: false,
  form: 'an E.164 number with its leading +',
  pattern: /^\+[1-9][0-9]{4,14}$/,
  example: '+447400123456',
  problem: 'The value must be a valid international number with a leading +.',
  parse: (to, countryOf) => {
    const country = countryOf(to)
    return country === undefined ? undefined : { to, country }
  },
  masked: (to) => {
    const digits = to.slice(1)
    const code = callingCodeOf(digits)
    const hiddenAfterCode = digits.length - code.length - SHOWN_DIGITS
    const shown = hiddenAfterCode < FEWEST_HIDDEN ? '' : code
    const hidden = Math.max(1, digits.length - shown.length - SHOWN_DIGITS)
    return `+${shown}${'*'.repeat(hidden)}${digits.slice(shown.length + hidden)}`
  },
}
