/** The default alphabet of 3GPP TS 23.038, each character one septet. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà'

/** Its extension table: an escape and a character, two septets. */
const EXTENSION = '\f^{}\\[~]|€'

const septets = new Uint8Array(65_536)
for (const character of BASIC) septets[character.charCodeAt(0)] = 1
for (const character of EXTENSION) septets[character.charCodeAt(0)] = 2

/** Septets that a UTF-16 code unit takes in GSM-7: 1, 2 (extension table), or 0 where it cannot be said in it. */
export const gsm7Septets = (codeUnit: number): number => septets[codeUnit] ?? 0
