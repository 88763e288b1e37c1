import { CHANNEL_NAMES, CHANNELS } from './channels.js'
import type { CountryOf, Recipient } from './recipient.js'

/** Reads a recipient of whatever channel, in the form in which each channel that reaches it has it; undefined where none does. */
export const parseAnyRecipient = (to: string, countryOf: CountryOf): Recipient | undefined => {
  for (const channel of CHANNEL_NAMES) {
    const recipient = CHANNELS[channel].recipient.parse(to, countryOf)
    if (recipient !== undefined) return recipient
  }
  return undefined
}
