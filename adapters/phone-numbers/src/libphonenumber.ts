import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PhoneNumbers } from '@postrider/core/ports/phone-numbers'

/** A plus and up to 15 digits (E.164); which lengths exist in a country is for the metadata to say. */
const E164 = /^\+[1-9][0-9]{4,14}$/

/** What libphonenumber calls the country of numbers that belong to none, as +800. */
const NON_GEOGRAPHIC = '001'

const judge = (e164: string): string | undefined => {
  const number = parsePhoneNumberFromString(e164)
  // The library mends what it reads (+44 020 …): a number that was mended was not the one that was written.
  if (number === undefined || number.number !== e164 || !number.isValid()) return undefined
  return number.country ?? (number.isNonGeographic() ? NON_GEOGRAPHIC : undefined)
}

/**
 * Verdicts of the full metadata. None is remembered: recipients rarely come twice in a row, and memory for those that
 * do not would be all that it costs.
 */
export const phoneNumbers: PhoneNumbers = {
  countryOf: (e164) => (E164.test(e164) ? judge(e164) : undefined),
}
