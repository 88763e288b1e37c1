import type { UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { AdminPermission } from './roles.js'

/**
 * The right of a user to become a super admin, by a link of their own: they choose a password and prove a second factor.
 * Until then they are no super admin, and may do nothing. There is one for a user at the most, and it ends with its use.
 */
export interface Enrolment {
  readonly userId: UserId
  /** What they will be allowed to do. */
  readonly permissions: readonly AdminPermission[]
  /** Of the token of the newest link; undefined: no link was made yet, or none works any more. */
  readonly verifier: Digest | undefined
  readonly createdAtMs: EpochMs
  /** From then on the link is of no use, and another is needed. */
  readonly expiresAtMs: EpochMs
}

/** How long a link works, from its order on (docs/decisions/0034). */
export const ENROLMENT_MS = 7 * DAY_MS

/** Whether its link still works. */
export const isEnrolmentOpen = ({ expiresAtMs }: Enrolment, nowMs: EpochMs): boolean => nowMs < expiresAtMs
