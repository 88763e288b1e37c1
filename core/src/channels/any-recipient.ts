import { CHANNEL_NAMES, CHANNELS } from './channels.js'
import type { CountryOf, Recipient } from './recipient.js'

/** A recipient of any channel. */
export interface AnyRecipient extends Recipient {
  /** A masked form: nobody can be reached with it, but people who know the recipient recognize it. */
  readonly masked: string
}

/**
 * Parses a recipient of any channel into the normalized form of the channels that reach it; undefined if none
 * does.
 */
export const parseAnyRecipient = (to: string, countryOf: CountryOf): AnyRecipient | undefined => {
  for (const channel of CHANNEL_NAMES) {
    const { parse, masked } = CHANNELS[channel].recipient
    const recipient = parse(to, countryOf)
    if (recipient !== undefined) return { ...recipient, masked: masked(recipient.to) }
  }
  return undefined
}
