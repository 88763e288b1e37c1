import { hash, randomBytes } from 'node:crypto'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { RecoveryCode } from '@postrider/core/identity/ports/totp'

/** Crockford base32, which has no letter that resembles another letter or a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const CODES = 10
const GROUPS = 7
const GROUP_LENGTH = 4

/** 28 characters of 5 bits: 140 bits, in groups of equal length. */
const CODE_LENGTH = GROUPS * GROUP_LENGTH
const FORM = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`)

/** Far longer than a code with a space after each character; longer input isn't read. */
const LONGEST = 100

const verifierOf = (characters: string): Digest => hash('sha256', characters, 'hex')

// 256 is a multiple of 32, so each character is equally likely.
const draw = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

const group = (characters: string): string =>
  Array.from({ length: GROUPS }, (_, at) =>
    characters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH),
  ).join('-')

/** Ten new codes in display form, with the SHA-256 of each. */
export const createRecoveryCodes = (): readonly RecoveryCode[] =>
  Array.from({ length: CODES }, () => {
    const characters = draw()
    return { code: group(characters), verifier: verifierOf(characters) }
  })

/** The verifier of a typed code; undefined if it isn't a code. */
export const recoveryVerifierOf = (code: string): Digest | undefined => {
  if (code.length > LONGEST) return undefined
  // Letters that Crockford's alphabet omits are read as the character that they resemble.
  const characters = code
    .replace(/[\s\p{Dash_Punctuation}]/gu, '')
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return FORM.test(characters) ? verifierOf(characters) : undefined
}
