import type { UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/** The link to choose a new password; only a user's newest link is valid. */
export interface Recovery {
  readonly userId: UserId
  /** The verifier of the token in the email. */
  readonly verifier: Digest
  readonly createdAtMs: EpochMs
  readonly expiresAtMs: EpochMs
}

/** How long the link is valid (docs/api/sign-in#password-recovery). */
export const RECOVERY_MS = 30 * MINUTE_MS
