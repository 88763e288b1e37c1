import { randomBytes } from 'node:crypto'

/**
 * An identifier: 16 bytes in hexadecimal, and the 26 digits of five bits each that callers see
 * (docs/api/conventions#identifiers).
 */
export interface BareId {
  readonly bytes: string
  readonly digits: string
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Two digits for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`)
const PAIR = 1024

/** The bits of a process. With the 48 bits of the time and two unused ones, they fill 17 digits. */
const PROCESS_BITS = 35n
const processNumber = randomBytes(8).readBigUInt64BE() >> (64n - PROCESS_BITS)

/** The last nine digits, 45 bits, of which the first is never needed. */
const COUNT_DIGITS = 9
const COUNT_BYTES = 11

let count = 0
let timeMs = 0
let begin: BareId = { bytes: '', digits: '' }

/** All digits except the counter, most significant first. */
const beginOf = (nowMs: number): BareId => {
  let number = (BigInt(nowMs) << PROCESS_BITS) | processNumber
  const bytes = (number << 1n).toString(16).padStart(21, '0')
  let digits = ''
  for (let at = 0; at < 17; at += 1, number >>= 5n) digits = `${ALPHABET[Number(number & 31n)]}${digits}`
  return { bytes, digits }
}

/**
 * A new unique id from time, process and counter. Ids are ascending, so rows are appended to their tables.
 */
export const nextId = (nowMs: number): BareId => {
  if (nowMs !== timeMs) {
    timeMs = nowMs
    begin = beginOf(nowMs)
  }
  count += 1
  let digits = ''
  let rest = count
  for (let at = 1; at < COUNT_DIGITS; at += 2) {
    digits = `${PAIRS[rest % PAIR]}${digits}`
    rest = Math.floor(rest / PAIR)
  }
  return {
    bytes: begin.bytes + count.toString(16).padStart(COUNT_BYTES, '0'),
    digits: `${begin.digits}0${digits}`,
  }
}

/**
 * The id at the end of a text such as a path, parsed from its digits. The result for other texts is
 * undefined.
 */
export const readId = (text: string): BareId => {
  const digits = text.slice(-26)
  let bits = 0n
  for (const digit of digits) bits = (bits << 5n) | BigInt(Math.max(0, ALPHABET.indexOf(digit)))
  return { bytes: bits.toString(16).padStart(32, '0').slice(-32), digits }
}
