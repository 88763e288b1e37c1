import { LOCKING_TABLES, SINGLE_SHIFT_TABLES } from './national-alphabets.js'

/** The code of the escape, which starts a character of the extension table. */
const ESCAPE = 0x1b
const SPACE = 0x20

/** The default alphabet of 3GPP TS 23.038 in order, without the escape; one septet per character. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà'

/** Its extension table: an escape and a character, two septets. */
const EXTENSION: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}

const septets = new Uint8Array(65_536)
const values = new Uint8Array(65_536)
for (const [index, character] of [...BASIC].entries()) {
  septets[character.charCodeAt(0)] = 1
  values[character.charCodeAt(0)] = index < ESCAPE ? index : index + 1
}
for (const [character, value] of Object.entries(EXTENSION)) {
  septets[character.charCodeAt(0)] = 2
  values[character.charCodeAt(0)] = value
}

/** The septets of a UTF-16 code unit in GSM-7: 1, 2 (extension table), or 0 if it can't be encoded. */
export const gsm7Septets = (codeUnit: number): number => septets[codeUnit] ?? 0

const EXTENDED = new Map(Object.entries(EXTENSION).map(([character, value]) => [value, character]))

/** The national tables of a text, as its headers name them (3GPP TS 23.040, 9.2.3.24.15 and 9.2.3.24.16). */
export interface Gsm7Shifts {
  /** The language of the table after an escape. */
  readonly singleShift?: number
  /** The language of the table that replaces the default alphabet. */
  readonly lockingShift?: number
}

const DEFAULT_TABLE = `${BASIC.slice(0, ESCAPE)} ${BASIC.slice(ESCAPE)}`

/** The character of a table; undefined if the table leaves the code undefined. */
const characterIn = (table: string | undefined, septet: number): string | undefined => {
  const character = table?.[septet]
  return character === ' ' ? undefined : character
}

/**
 * Decodes GSM-7 from octets with one septet each. An undefined code after an escape is the character of the
 * main table; there, an undefined code is a space (3GPP TS 23.038, 6.2.1.1). A language without a table has
 * the default one.
 */
export const gsm7Text = (
  octets: Uint8Array,
  { singleShift = 0, lockingShift = 0 }: Gsm7Shifts = {},
): string => {
  const main = LOCKING_TABLES.get(lockingShift) ?? DEFAULT_TABLE
  const single = SINGLE_SHIFT_TABLES.get(singleShift)
  let text = ''
  for (let at = 0; at < octets.length; at += 1) {
    let septet = (octets[at] ?? 0) & 0x7f
    let shifted: string | undefined
    if (septet === ESCAPE) {
      at += 1
      septet = (octets[at] ?? SPACE) & 0x7f
      shifted = single === undefined ? EXTENDED.get(septet) : characterIn(single, septet)
    }
    text += shifted ?? main[septet] ?? ' '
  }
  return text
}

/**
 * Encodes a text in GSM-7 with one septet per octet, before packing; undefined if a character can't be
 * encoded.
 */
export const gsm7Octets = (text: string): Uint8Array | undefined => {
  const octets: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const cost = gsm7Septets(unit)
    if (cost === 0) return undefined
    if (cost === 2) octets.push(ESCAPE)
    octets.push(values[unit] ?? 0)
  }
  return Uint8Array.from(octets)
}
