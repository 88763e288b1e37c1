import type { UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { AdminPermission } from './roles.js'

/**
 * The right of a user to become a super admin, through a personal link: they choose a password and prove a
 * second factor. Until then they aren't a super admin and have no permissions. A user has at most one, and it
 * ends when used.
 */
export interface Enrolment {
  readonly userId: UserId
  /** The permissions that they will have. */
  readonly permissions: readonly AdminPermission[]
  /** The verifier of the newest link's token; undefined: no link was created yet, or none is valid. */
  readonly verifier: Digest | undefined
  readonly createdAtMs: EpochMs
  /** The link expires then, and a new one is needed. */
  readonly expiresAtMs: EpochMs
}

/** How long a link is valid after its request (docs/decisions/0034). */
export const ENROLMENT_MS = 7 * DAY_MS

/** Whether its link is still valid. */
export const isEnrolmentOpen = ({ expiresAtMs }: Enrolment, nowMs: EpochMs): boolean => nowMs < expiresAtMs
