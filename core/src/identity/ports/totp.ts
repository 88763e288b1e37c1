import type { Digest } from '../../kernel/digests/digest.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** A secret that a person and the service share; to be sealed, and shown once. */
export interface TotpSecret {
  /** 160 bits in base32. */
  readonly secret: string
  /** The `otpauth://` URI that authenticator apps read. */
  readonly uri: string
}

/** A code that stands in for the authenticator once; to be shown once. */
export interface RecoveryCode {
  readonly code: string
  readonly verifier: Digest
}

/**
 * The second factor: codes of an authenticator app and, where it is lost, recovery codes
 * (docs/contract#second-factors).
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
  /** A new random secret; the app shows the account beside its codes. */
  create(account: string): TotpSecret
  /**
   * The 30 s step that the code belongs to: the present or the previous one; undefined for any other code. RFC 6238,
   * SHA-1, 6 digits. The caller keeps the last accepted step, so that a code works once
   * (docs/promises#second-factors).
   */
  stepOf(secret: string, code: string, nowMs: EpochMs): number | undefined
  /** Ten new recovery codes of at least 128 bits and what is kept of each. */
  recoveryCodes(): readonly RecoveryCode[]
  /** What is kept of a recovery code, however it was typed (case, spaces, hyphens); undefined where it is none. */
  recoveryVerifierOf(code: string): Digest | undefined
}
