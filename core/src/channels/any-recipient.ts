import { CHANNEL_NAMES, CHANNELS } from './channels.js'
import type { CountryOf, Recipient } from './recipient.js'

/** A recipient of some channel. */
interface AnyRecipient extends Recipient {
  /** One by which nobody can be reached, and somebody who knows it recognises it. */
  readonly masked: string
}

/** Reads a recipient of whatever channel, in the form in which each channel that reaches it has it; undefined where none does. */
export const parseAnyRecipient = (to: string, countryOf: CountryOf): AnyRecipient | undefined => {
  for (const channel of CHANNEL_NAMES) {
    const { parse, masked } = CHANNELS[channel].recipient
    const recipient = parse(to, countryOf)
    if (recipient !== undefined) return { ...recipient, masked: masked(recipient.to) }
  }
  return undefined
}
