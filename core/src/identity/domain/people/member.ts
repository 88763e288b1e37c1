import type { InvitationId, OrganizationId, UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Role } from './roles.js'

/** A user's membership in an Organization. */
export interface Member {
  readonly organizationId: OrganizationId
  readonly userId: UserId
  readonly role: Role
  readonly createdAtMs: EpochMs
}

/** An invitation of an email address to an Organization. */
export interface Invitation {
  readonly invitationId: InvitationId
  readonly organizationId: OrganizationId
  readonly email: string
  readonly emailKey: string
  readonly role: Role
  readonly status: 'pending' | 'accepted' | 'revoked'
  /** The verifier of the token in the latest email; undefined: no email was sent yet. */
  readonly verifier: Digest | undefined
  readonly invitedBy: UserId
  readonly createdAtMs: EpochMs
  readonly expiresAtMs: EpochMs
}

/** How long an invitation can be accepted (docs/api/access#invitations). */
export const INVITATION_MS = 7 * DAY_MS

/** Whether the invitation can be accepted at this moment. */
export const isOpenInvitation = ({ status, expiresAtMs }: Invitation, nowMs: EpochMs): boolean =>
  status === 'pending' && nowMs < expiresAtMs
