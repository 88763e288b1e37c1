import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes from here on would make the first digits of the alphabet more likely than the others. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length)

/** Random base62 digits, every digit equally likely. */
export const randomBase62 = (length: number): string => {
  const bytes = new Uint8Array(length * 2)
  let text = ''
  while (text.length < length) {
    randomFillSync(bytes)
    for (const byte of bytes) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}

/** A natural number in base62, padded with zeros on the left. */
export const base62 = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / ALPHABET.length)) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`
  }
  return text
}

const BASE = BigInt(ALPHABET.length)

/** A hexadecimal number of any size in base62, padded with zeros on the left. */
export const base62OfHex = (hex: string, length: number): string => {
  let text = ''
  for (let rest = BigInt(`0x${hex}`); text.length < length; rest /= BASE) {
    text = `${ALPHABET[Number(rest % BASE)]}${text}`
  }
  return text
}
