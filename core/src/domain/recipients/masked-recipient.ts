import type { Channel } from '../channels/channel.js'

const SHOWN_DIGITS = 4

const maskedNumber = (e164: string): string => {
  const hidden = Math.max(1, e164.length - 1 - SHOWN_DIGITS)
  return `+${'*'.repeat(hidden)}${e164.slice(1 + hidden)}`
}

const maskedAddress = (address: string): string =>
  `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`

/**
 * A recipient by which nobody can be reached, and somebody who knows it recognises it: of a telephone number the last
 * four digits, of an email address the first character and the domain (docs/contract#message-projection). How long
 * the local part is does not show.
 */
export const maskedRecipient = (channel: Channel, to: string): string =>
  channel === 'email' ? maskedAddress(to) : maskedNumber(to)
