import type { Id, IdPrefix } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Cell } from './cell.js'
import { readText } from './cell.js'

/*
 * The same encoding as the core's encodeId and decodeId, between text and hexadecimal, using tables: after
 * the first two digits of each, five hexadecimal digits are four base32 digits. A property test ensures that
 * they agree.
 */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const HEX = '0123456789abcdef'
const PREFIX_LENGTH = 4
const ID_LENGTH = 30
const HEX_LENGTH = 32
/** An identifier starts with its creation time, in 48 bits. */
const TIME_DIGITS = 12
const LAST_MS = 2 ** 48 - 1

const valuesOf = (alphabet: string): Int8Array => {
  const values = new Int8Array(128).fill(-1)
  for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value
  return values
}

const combinations = (alphabet: string, length: number): readonly string[] =>
  length === 0
    ? ['']
    : combinations(alphabet, length - 1).flatMap((start) => [...alphabet].map((end) => start + end))

const base32Values = valuesOf(BASE32)
const hexValues = valuesOf(HEX)
const hexPairs = combinations(HEX, 2)
const hexTriples = combinations(HEX, 3)
const base32Pairs = combinations(BASE32, 2)

const digit = (values: Int8Array, from: string, at: number): number => values[from.charCodeAt(at)] ?? -1

/** The 16 bytes of an identifier, as 32 hexadecimal digits. */
export const idCell = (id: Id): string => {
  let bits = (digit(base32Values, id, PREFIX_LENGTH) << 5) | digit(base32Values, id, PREFIX_LENGTH + 1)
  let hex = hexPairs[bits]
  // A digit outside the alphabet is -1 and makes the number negative, which isn't in any table.
  for (let at = PREFIX_LENGTH + 2; at < ID_LENGTH; at += 4) {
    bits =
      (digit(base32Values, id, at) << 15) |
      (digit(base32Values, id, at + 1) << 10) |
      (digit(base32Values, id, at + 2) << 5) |
      digit(base32Values, id, at + 3)
    hex += `${hexPairs[bits >> 12]}${hexTriples[bits & 4095]}`
  }
  if (hex?.length !== HEX_LENGTH || id.length !== ID_LENGTH) throw new Error(`not an identifier: ${id}`)
  return hex
}

/** The identifier of 16 bytes given as 32 hexadecimal digits. */
export const idOf = <P extends IdPrefix>(prefix: P, cell: Cell | undefined): Id<P> => {
  const hex = readText(cell)
  let spelled = `${base32Pairs[(digit(hexValues, hex, 0) << 4) | digit(hexValues, hex, 1)]}`
  for (let at = 2; at < HEX_LENGTH; at += 5) {
    const bits =
      (digit(hexValues, hex, at) << 16) |
      (digit(hexValues, hex, at + 1) << 12) |
      (digit(hexValues, hex, at + 2) << 8) |
      (digit(hexValues, hex, at + 3) << 4) |
      digit(hexValues, hex, at + 4)
    spelled += `${base32Pairs[bits >> 10]}${base32Pairs[bits & 1023]}`
  }
  return `${prefix}_${spelled}`
}

export const idCellOr = (id: Id | undefined): string | null => (id === undefined ? null : idCell(id))

/** Sorts after every generated identifier. */
export const BEYOND_ALL = 'f'.repeat(HEX_LENGTH)

/** Sorts before every generated identifier. */
export const BEFORE_ALL = '0'.repeat(HEX_LENGTH)
/** Sorts before every identifier that is generated at this time or later. */
export const firstIdCell = (atMs: EpochMs): string =>
  Math.min(Math.max(atMs, 0), LAST_MS).toString(16).padStart(TIME_DIGITS, '0').padEnd(HEX_LENGTH, '0')

/** The creation time of an identifier, from its bytes. */
export const momentOfCell = (cell: string): EpochMs => parseInt(cell.slice(0, TIME_DIGITS), 16)
