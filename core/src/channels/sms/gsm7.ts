/** The code of the escape, which starts a character of the extension table. */
const ESCAPE = 0x1b

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

/**
 * Decodes GSM-7 from octets with one septet each. Undefined codes become a space, as telephones show them
 * (3GPP TS 23.038, 6.2.1.1).
 */
export const gsm7Text = (octets: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < octets.length; at += 1) {
    const septet = (octets[at] ?? 0) & 0x7f
    if (septet !== ESCAPE) text += BASIC[septet < ESCAPE ? septet : septet - 1] ?? ' '
    else {
      at += 1
      text += EXTENDED.get((octets[at] ?? 0) & 0x7f) ?? ' '
    }
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
