import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PhoneNumbers } from '@postrider/core/channels/ports/phone-numbers'
import { countryIn, NON_GEOGRAPHIC, numberingPlans } from './numbering-plans.js'

/** A plus and up to 15 digits (E.164); which lengths exist in a country is for the metadata to say. */
const E164 = /^\+[1-9][0-9]{4,14}$/

const LONGEST_CALLING_CODE = 3

const planOf = numberingPlans()

/** What the library itself says, of numbers that it may mend. */
const countryByLibrary = (e164: string): string | undefined => {
  const number = parsePhoneNumberFromString(e164)
  // It mends what it reads (+44 020 …): a number that was mended was not the one that was written.
  if (number === undefined || number.number !== e164 || !number.isValid()) return undefined
  return number.country ?? (number.isNonGeographic() ? NON_GEOGRAPHIC : undefined)
}

const judge = (e164: string): string | undefined => {
  for (let digits = 1; digits <= LONGEST_CALLING_CODE; digits += 1) {
    const plan = planOf(e164.slice(1, 1 + digits))
    if (plan === undefined) continue
    const national = e164.slice(1 + digits)
    return plan.isMended(national) ? countryByLibrary(e164) : countryIn(plan, national)
  }
  return undefined
}

/**
 * Verdicts of the full metadata. The library makes its regular expressions anew for each number, 24 µs of them; here the plan of
 * each calling code is made once from the same metadata. No verdict is remembered: recipients rarely come twice in a row, and
 * memory for those that do not would be all that it costs.
 */
export const phoneNumbers: PhoneNumbers = {
  countryOf: (e164) => (E164.test(e164) ? judge(e164) : undefined),
}
