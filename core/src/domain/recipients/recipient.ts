import type { Channel } from '../channels/channel.js'
import { parseEmailAddress } from './email-address.js'

/** Whom a message goes to, in the form that is stored and hashed. */
export interface Recipient {
  readonly to: string
  /** ISO 3166-1 alpha-2 of a telephone number; undefined for email. */
  readonly country: string | undefined
}

/** Tells the country of a valid E.164 number; see the port PhoneNumbers. */
export type CountryOf = (e164: string) => string | undefined

/**
 * Reads a recipient as its channel understands it; undefined where it is not valid there
 * (docs/contract#message-request).
 */
export const parseRecipient = (channel: Channel, to: string, countryOf: CountryOf): Recipient | undefined => {
  if (channel === 'email') {
    const address = parseEmailAddress(to)
    return address === undefined ? undefined : { to: address, country: undefined }
  }
  const country = countryOf(to)
  return country === undefined ? undefined : { to, country }
}
