import { memberView } from './views.js'
import { coversRole } from '../../../identity/domain/people/roles.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { settleCreated } from './settle-created.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS_AT_WEBSITE, revokeCreated as revokeCreatedField, CREATED_SECRETS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { userId as userIdField } from '../../../runner/domain/fields/people.js'
import { role as roleField, memberShape } from './shapes.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'

/**
 * Changes a member's role, effective with the next request of the member and their Agents. PermissionDenied
 * unless the caller has all permissions of both the old and the new role. Conflict if the member already has
 * the role, and for the last owner.
 */
export const changeOrganizationMemberRoleEntry = entryOf('Members', 'changeOrganizationMemberRole', {
  ...MEMBERS_AT_WEBSITE,
  effect: 'changes',
  stepUp: true,
  summary: 'Change the role of a member',
  description:
    "Callers can't grant or remove permissions that they don't have themselves, and the last owner stays an owner. The new role applies from the next request of the member and their Agents.",
  tenant: 'organizationId',
  permission: 'members.manage',
  whileSuspended: true,
  controls: ['reason'],
  request: mutationRequest(
    { organizationId: organizationIdField, userId: userIdField, role: roleField, reason: reasonField },
    { revokeCreated: revokeCreatedField },
  ),
  result: mutationResult({ member: memberShape, ...CREATED_SECRETS }, {}),
})

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

export const changeOrganizationMemberRole = mutation(changeOrganizationMemberRoleEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { member: caller, organization } = membershipOf(call)
    const { organizationId } = organization
    const { role, reason, revokeCreated = false } = call.request
    const userId = knownId('usr', call.request.userId)
    if (E.isLeft(userId)) return userId
    const key = { organizationId, userId: userId.right }
    // Locked from here on: if two owners step down at once, the second one is found to be the last.
    const owners = await unit.members.lockOwners(organizationId)
    const member = await unit.members.lock(key)
    const user = member === undefined ? undefined : await unit.users.lock(key.userId)
    if (member === undefined || user === undefined) return notFound
    if (!coversRole(caller.role, member.role) || !coversRole(caller.role, role)) return permissionDenied
    if (member.role === role || (member.role === 'owner' && owners.length === 1)) return conflict
    unit.members.replace({ ...member, role })
    const { created, further } = await settleCreated(unit, key, revokeCreated, call.nowMs)
    const { email, displayName } = user
    return E.right({
      result: { member: memberView({ ...member, role, email, displayName }), ...created },
      about: { target: member.userId, reason, details: { role, before: member.role } },
      further,
    })
  },
})
