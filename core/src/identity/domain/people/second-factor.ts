import type { Digest } from '../../../kernel/digests/digest.js'
import type { UserId } from '../../../kernel/ids/id.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/** A second factor: the secret of an authenticator app, and recovery codes for when the app is lost (docs/contract#second-factors). */
export interface SecondFactor {
  readonly userId: UserId
  /** The TOTP secret, sealed by the key ring. */
  readonly sealedTotpSecret: string
  /** The 30 s step of the code that was accepted last: a code works once. */
  readonly lastTotpStep: number
  /** Verifiers of the recovery codes that are left. */
  readonly recoveryVerifiers: readonly Digest[]
  readonly createdAtMs: EpochMs
}

/** What somebody typed, read as a code of either kind. */
export interface TypedCode {
  /** The 30 s step that it belongs to as a code of the authenticator; undefined where it is none. */
  readonly step: number | undefined
  /** What would be kept of it as a recovery code; undefined where it is none. */
  readonly verifier: Digest | undefined
}

/** A code that was accepted, and the second factor with what is left of the codes. */
export interface AcceptedCode {
  readonly by: 'authenticator' | 'recovery_code'
  readonly factor: SecondFactor
}

/**
 * Accepts a code for the only time: one of the authenticator whose step is later than that of the last, or a recovery
 * code that is left, which is struck off (docs/contract#second-factors, docs/promises#second-factors). Undefined
 * for any other.
 */
export const acceptCode = (factor: SecondFactor, { step, verifier }: TypedCode): AcceptedCode | undefined => {
  if (step !== undefined && step > factor.lastTotpStep)
    return { by: 'authenticator', factor: { ...factor, lastTotpStep: step } }
  const recoveryVerifiers = factor.recoveryVerifiers.filter((each) => each !== verifier)
  if (recoveryVerifiers.length === factor.recoveryVerifiers.length) return undefined
  return { by: 'recovery_code', factor: { ...factor, recoveryVerifiers } }
}

const STEP_UP_MS = 5 * MINUTE_MS

/** Whether a code was accepted recently enough for a dangerous operation: in the last five minutes (docs/promises#dangerous-operations). */
export const isConfirmedLately = (confirmedAtMs: EpochMs, nowMs: EpochMs): boolean =>
  nowMs - confirmedAtMs <= STEP_UP_MS
