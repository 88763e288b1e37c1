import type { UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/** The link that lets a person choose a new password; of a user's links only the newest works. */
export interface Recovery {
  readonly userId: UserId
  /** Of the token in the mail. */
  readonly verifier: Digest
  readonly createdAtMs: EpochMs
  readonly expiresAtMs: EpochMs
}

/** How long the link works (docs/contract#password-recovery). */
export const RECOVERY_MS = 30 * MINUTE_MS
