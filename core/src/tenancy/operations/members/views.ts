import type * as t from 'io-ts'
import { type Invitation, isOpenInvitation, type Member } from '../../../identity/domain/people/member.js'
import type { User } from '../../../identity/domain/people/user.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { invitationShape, memberShape, ownInvitationShape } from './shapes.js'

/** A member as other members see them. */
export const memberView = ({
  organizationId,
  userId,
  email,
  displayName,
  role,
  createdAtMs,
}: Member & Pick<User, 'email' | 'displayName'>): t.TypeOf<typeof memberShape> => ({
  organizationId,
  userId,
  email,
  displayName,
  role,
  createdAt: isoTime(createdAtMs),
})

/**
 * An invitation in the form of responses, with its present status; its token is only sent by email
 * (docs/api/access#invitations).
 */
export const invitationView = (invitation: Invitation, nowMs: EpochMs): t.TypeOf<typeof invitationShape> => {
  const { invitationId, organizationId, email, role, status, createdAtMs, expiresAtMs } = invitation
  return {
    invitationId,
    organizationId,
    email,
    role,
    status: status === 'pending' && !isOpenInvitation(invitation, nowMs) ? 'expired' : status,
    createdAt: isoTime(createdAtMs),
    expiresAt: isoTime(expiresAtMs),
  }
}

/** An invitation as the invited person sees it. */
export const ownInvitationView = (
  { invitationId, role, createdAtMs, expiresAtMs }: Invitation,
  { organizationName, invitedByName }: { readonly organizationName: string; readonly invitedByName: string },
): t.TypeOf<typeof ownInvitationShape> => ({
  invitationId,
  organizationName,
  invitedByName,
  role,
  createdAt: isoTime(createdAtMs),
  expiresAt: isoTime(expiresAtMs),
})
