import type { UnknownKey } from '../../../kernel/ids/key-id.js'
import type { E } from '../../../fp.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { Totp } from '../../ports/totp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

/** A new second factor, not stored until a code has proved it. */
export interface DrawnFactor {
  readonly totpSecret: string
  /** The `otpauth://` URI that authenticator apps read. */
  readonly totpUri: string
  /** The same secret, sealed for one place; must be sent back unchanged. */
  readonly sealedFactor: string
}

interface Needs {
  readonly keyRing: KeyRing
  readonly totp: Totp
}

/**
 * Generates the secret of a second factor, and seals it for a place. The app shows `account` next to its
 * codes.
 */
export const drawFactor = (
  { totp, keyRing }: Needs,
  { sealingKey }: Pick<UnitOfWork, 'sealingKey'>,
  place: string,
  account: string,
): DrawnFactor => {
  const { secret: totpSecret, uri: totpUri } = totp.create(account)
  return { totpSecret, totpUri, sealedFactor: keyRing.seal(totpSecret, place, sealingKey) }
}

/** The secret that was generated for a place; undefined if it was generated for another one, or altered. */
export const openDrawn = (
  { keyRing }: { readonly keyRing: KeyRing },
  sealed: string,
  place: string,
): E.Either<UnknownKey, string> | undefined => {
  try {
    return keyRing.open(sealed, place)
  } catch {
    return undefined
  }
}

/** Removes spaces from a code: authenticator apps show it in two halves. */
export const bareCode = (code: string): string => code.replace(/\s/g, '')
