import { invitationView, memberView } from './views.js'
import type { Invitation } from '../../../identity/domain/people/member.js'
import { coversRole } from '../../../identity/domain/people/roles.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type CallOf, type DoneOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { settleCreated } from './settle-created.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS, revokeCreated as revokeCreatedField, CREATED_SECRETS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { userId as userIdField } from '../../../runner/domain/fields/people.js'
import { invitationId as invitationIdField, memberShape, invitationShape } from './shapes.js'

/** Revokes a member, whose next request is refused, or an invitation. */
export const revokeOrganizationMemberEntry = entryOf('Members', 'revokeOrganizationMember', {
  ...MEMBERS,
  stepUp: true,
  summary: 'Remove a member or an invitation from an Organization',
  description:
    "The last owner can't be removed. The result lists the credentials that the member created and the Agent keys that they sponsor; `revokeCreated` revokes them too.",
  success: 'The member or the invitation is removed.',
  tenant: 'organizationId',
  permission: 'members.manage',
  mutation: true,
  effect: 'ends',
  whileSuspended: true,
  controls: ['reason'],
  request: mutationRequest(
    { organizationId: organizationIdField, reason: reasonField },
    { userId: userIdField, invitationId: invitationIdField, revokeCreated: revokeCreatedField },
    { exactlyOneOf: ['userId', 'invitationId'] },
  ),
  result: mutationResult(
    CREATED_SECRETS,
    { member: memberShape, invitation: invitationShape },
    { exactlyOneOf: ['member', 'invitation'] },
  ),
})

type Revocation = Promise<E.Either<Refusal, DoneOf<typeof revokeOrganizationMemberEntry>>>

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/** Only an owner can revoke an owner, and the last owner can't be revoked. */
const revokeMember = async (
  unit: UnitOfWork,
  call: CallOf<typeof revokeOrganizationMemberEntry>,
  named: string,
): Revocation => {
  const { member: caller, organization } = membershipOf(call)
  const { organizationId } = organization
  const userId = knownId('usr', named)
  if (E.isLeft(userId)) return userId
  const key = { organizationId, userId: userId.right }
  const owners = await unit.members.lockOwners(organizationId)
  const member = await unit.members.lock(key)
  const user = member === undefined ? undefined : await unit.users.lock(key.userId)
  if (member === undefined || user === undefined) return notFound
  if (!coversRole(caller.role, member.role)) return permissionDenied
  if (member.role === 'owner' && owners.length === 1) return conflict
  const { reason, revokeCreated = false } = call.request
  const { created, further } = await settleCreated(unit, key, revokeCreated, call.nowMs)
  unit.members.remove(key)
  const { email, displayName } = user
  return E.right({
    result: { member: memberView({ ...member, email, displayName }), ...created },
    about: { target: member.userId, reason, details: { role: member.role } },
    further,
  })
}

const revokeInvitation = async (
  unit: UnitOfWork,
  call: CallOf<typeof revokeOrganizationMemberEntry>,
  named: string,
): Revocation => {
  const invitationId = knownId('inv', named)
  if (E.isLeft(invitationId)) return invitationId
  const invitation = await unit.invitations.lock(invitationId.right)
  if (invitation?.organizationId !== membershipOf(call).organization.organizationId) return notFound
  if (invitation.status !== 'pending') return conflict
  const revoked: Invitation = { ...invitation, status: 'revoked' }
  unit.invitations.replace(revoked)
  return E.right({
    result: { invitation: invitationView(revoked, call.nowMs), credentials: [], agentKeys: [] },
    about: {
      target: revoked.invitationId,
      reason: call.request.reason,
      details: { role: revoked.role },
    },
  })
}

export const revokeOrganizationMember = mutation(revokeOrganizationMemberEntry, {
  lock: 'exclusive',
  run: (unit, call) => {
    const { userId, invitationId = '' } = call.request
    return userId === undefined
      ? revokeInvitation(unit, call, invitationId)
      : revokeMember(unit, call, userId)
  },
})
