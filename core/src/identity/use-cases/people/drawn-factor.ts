import type { UnknownKey } from '../../../kernel/ids/key-id.js'
import type { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

/** A new second factor, stored nowhere before a code has proved it. */
export interface DrawnFactor {
  readonly totpSecret: string
  /** The `otpauth://` address that authenticator apps read. */
  readonly totpUri: string
  /** The same secret, sealed for one place; to be given back as it is. */
  readonly sealedFactor: string
}

/** Draws the secret of a second factor, and seals it to a place. `account` is shown by the app, next to its codes. */
export const drawFactor = (
  { totp, keyRing }: Pick<Ports, 'totp' | 'keyRing'>,
  { sealingKey }: Pick<UnitOfWork, 'sealingKey'>,
  place: string,
  account: string,
): DrawnFactor => {
  const { secret: totpSecret, uri: totpUri } = totp.create(account)
  return { totpSecret, totpUri, sealedFactor: keyRing.seal(totpSecret, place, sealingKey) }
}

/** The secret that was drawn for a place; undefined if it was drawn for another one, or altered. */
export const openDrawn = (
  { keyRing }: Pick<Ports, 'keyRing'>,
  sealed: string,
  place: string,
): E.Either<UnknownKey, string> | undefined => {
  try {
    return keyRing.open(sealed, place)
  } catch {
    return undefined
  }
}

/** A code as a person types it: authenticator apps show it in two halves. */
export const bareCode = (code: string): string => code.replace(/\s/g, '')
