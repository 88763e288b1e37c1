import type { Digest } from '../digests/digest.js'
import type { SuperAdmin } from './user.js'

/** What somebody typed, read as a code of either kind. */
export interface TypedCode {
  /** The 30 s step that it belongs to as a code of the authenticator; undefined where it is none. */
  readonly step: number | undefined
  /** What would be kept of it as a recovery code; undefined where it is none. */
  readonly verifier: Digest | undefined
}

/** A code that was accepted, and the super admin with what is left of the codes. */
export interface AcceptedCode {
  readonly by: 'authenticator' | 'recovery_code'
  readonly admin: SuperAdmin
}

/**
 * Accepts a code for the only time: one of the authenticator whose step is later than that of the last, or a recovery
 * code that is left, which is struck off (docs/contract#second-factors, docs/promises#second-factors). Undefined
 * for any other.
 */
export const acceptCode = (admin: SuperAdmin, { step, verifier }: TypedCode): AcceptedCode | undefined => {
  if (step !== undefined && step > admin.lastTotpStep)
    return { by: 'authenticator', admin: { ...admin, lastTotpStep: step } }
  const recoveryVerifiers = admin.recoveryVerifiers.filter((each) => each !== verifier)
  if (recoveryVerifiers.length === admin.recoveryVerifiers.length) return undefined
  return { by: 'recovery_code', admin: { ...admin, recoveryVerifiers } }
}
