import type { Digest } from '../../kernel/digests/digest.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** A secret shared by a person and the service; seal it, and show it once. */
export interface TotpSecret {
  /** 160 bits in base32. */
  readonly secret: string
  /** The `otpauth://` URI that authenticator apps read. */
  readonly uri: string
}

/** A one-time code that replaces the authenticator; show it once. */
export interface RecoveryCode {
  readonly code: string
  readonly verifier: Digest
}

/**
 * The second factor: codes of an authenticator app, and recovery codes in case the app is lost
 * (docs/api/sign-in#second-factors).
 * @example
 * ```ts
 * import { createTotp } from '@postrider/node/auth/otpauth-totp'
 *
 * const totp = createTotp()
 * const { secret, uri } = totp.create('olu@example.com')
 * const step: number | undefined = totp.stepOf(secret, '123456', Date.now())
 * ```
 */
export interface Totp {
  /** Creates a random secret; the app shows the account next to its codes. */
  create(account: string): TotpSecret
  /**
   * The 30 s step of a code: the present or the previous one; undefined for any other code. RFC 6238, SHA-1,
   * 6 digits. The caller stores the last accepted step, so that a code is valid only once
   * (docs/promises#second-factors).
   */
  stepOf(secret: string, code: string, nowMs: EpochMs): number | undefined
  /** Creates ten recovery codes of at least 128 bits, with their verifiers. */
  recoveryCodes(): readonly RecoveryCode[]
  /**
   * The verifier of a recovery code, however it was typed (case, spaces, hyphens); undefined if it isn't one.
   */
  recoveryVerifierOf(code: string): Digest | undefined
}
