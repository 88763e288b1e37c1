import { gsm7Text, type Gsm7Shifts } from './gsm7.js'

/** The alphabet of an inbound SMS, or of a part of it; `binary` data isn't a text. */
export interface SmsAlphabet extends Gsm7Shifts {
  readonly name: 'gsm7' | 'latin1' | 'ucs2' | 'binary'
}

/** The octets of an inbound SMS, or of a part of it, in hexadecimal digits; GSM-7 has one septet per octet. */
export interface SmsOctets {
  readonly alphabet: SmsAlphabet
  readonly octets: string
}

const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from({ length: Math.floor(digits.length / 2) }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  )

const latin1Text = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** UTF-16: a surrogate without its other half can't be shown. */
const ucs2Text = (bytes: Uint8Array): string =>
  Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) =>
    String.fromCharCode(((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)),
  )
    .join('')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')

/** A stray octet at the end of a part; if parts were cut within a character, their octets add up. */
const withoutStray = (parts: readonly string[]): string => {
  const whole = parts.join('')
  return whole.length % 4 === 0
    ? whole
    : parts.map((one) => one.slice(0, one.length - (one.length % 4))).join('')
}

const textOf = ({ name, ...shifts }: SmsAlphabet, parts: readonly string[]): string => {
  if (name === 'binary') return ''
  if (name === 'ucs2') return ucs2Text(bytesOf(withoutStray(parts)))
  const bytes = bytesOf(parts.join(''))
  return name === 'latin1' ? latin1Text(bytes) : gsm7Text(bytes, shifts)
}

const isSame = (one: SmsAlphabet, other: SmsAlphabet): boolean =>
  one.name === other.name && one.singleShift === other.singleShift && one.lockingShift === other.lockingShift

/**
 * The text of consecutive parts. Parts in the same alphabet are joined before they are decoded, because a
 * sender may cut within a character (3GPP TS 23.040, 9.2.3.24.1).
 */
export const smsText = (parts: readonly SmsOctets[]): string => {
  const runs: Array<{ readonly alphabet: SmsAlphabet; readonly octets: string[] }> = []
  for (const { alphabet, octets } of parts) {
    const last = runs.at(-1)
    if (last !== undefined && isSame(last.alphabet, alphabet)) last.octets.push(octets)
    else runs.push({ alphabet, octets: [octets] })
  }
  return runs.map(({ alphabet, octets }) => textOf(alphabet, octets)).join('')
}
