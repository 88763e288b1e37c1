import type { Digest } from '../../../kernel/digests/digest.js'
import type { UserId } from '../../../kernel/ids/id.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/**
 * A second factor: the secret of an authenticator app, and recovery codes for when the app is lost
 * (docs/api/sign-in#second-factors).
 */
export interface SecondFactor {
  readonly userId: UserId
  /** The TOTP secret, sealed by the key ring. */
  readonly sealedTotpSecret: string
  /** The 30 s step of the code that was last accepted: a code is valid only once. */
  readonly lastTotpStep: number
  /** Verifiers of the remaining recovery codes. */
  readonly recoveryVerifiers: readonly Digest[]
  readonly createdAtMs: EpochMs
}

/** The text that a person entered, read as a code of either kind. */
export interface TypedCode {
  /** Its 30 s step as a code of the authenticator; undefined if it isn't one. */
  readonly step: number | undefined
  /** Its verifier as a recovery code; undefined if it isn't one. */
  readonly verifier: Digest | undefined
}

/** An accepted code, and the second factor afterwards. */
export interface AcceptedCode {
  readonly by: 'authenticator' | 'recovery_code'
  readonly factor: SecondFactor
}

/**
 * Accepts a code once: a code of the authenticator with a later step than the last one, or a remaining
 * recovery code, which is then removed (docs/api/sign-in#second-factors, docs/promises#second-factors).
 * Undefined for any other.
 */
export const acceptCode = (factor: SecondFactor, { step, verifier }: TypedCode): AcceptedCode | undefined => {
  if (step !== undefined && step > factor.lastTotpStep)
    return { by: 'authenticator', factor: { ...factor, lastTotpStep: step } }
  const recoveryVerifiers = factor.recoveryVerifiers.filter((each) => each !== verifier)
  if (recoveryVerifiers.length === factor.recoveryVerifiers.length) return undefined
  return { by: 'recovery_code', factor: { ...factor, recoveryVerifiers } }
}

const STEP_UP_MS = 5 * MINUTE_MS

/**
 * Whether a code was accepted recently enough for a dangerous operation: in the last five minutes
 * (docs/promises#dangerous-operations).
 */
export const isConfirmedLately = (confirmedAtMs: EpochMs, nowMs: EpochMs): boolean =>
  nowMs - confirmedAtMs <= STEP_UP_MS
