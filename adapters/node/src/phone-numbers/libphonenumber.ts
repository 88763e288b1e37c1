import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PhoneNumbers } from '@postrider/core/channels/ports/phone-numbers'
import { countryIn, NON_GEOGRAPHIC, numberingPlans } from './numbering-plans.js'

/** A plus and up to 15 digits (E.164); the metadata knows which lengths exist in a country. */
const E164 = /^\+[1-9][0-9]{4,14}$/

const LONGEST_CALLING_CODE = 3

const planOf = numberingPlans()

/** The library's own result, for numbers that it may correct. */
const countryByLibrary = (e164: string): string | undefined => {
  const number = parsePhoneNumberFromString(e164)
  // It corrects its input (+44 020 …): a corrected number isn't the one that was written.
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
 * Validation by the full metadata. The library creates its regular expressions for each number, which takes
 * 24 µs; here the plan of each calling code is created once from the same metadata. Results aren't cached:
 * recipients rarely repeat soon, so a cache would only cost memory.
 */
export const phoneNumbers: PhoneNumbers = {
  countryOf: (e164) => (E164.test(e164) ? judge(e164) : undefined),
}
