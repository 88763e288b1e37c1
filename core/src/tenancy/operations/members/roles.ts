import { memberOperations } from './operations.js'
import { memberView } from './views.js'
import { permissionsOf } from '../../../identity/domain/access/authorize-member.js'
import { coversRole, ROLES } from '../../../identity/domain/people/roles.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { settleCreated } from './settle-created.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/** Every role, as the caller may give it: whoever may not manage members gives none. */
export const listOrganizationRoles = reading(memberOperations.listOrganizationRoles, {
  read: async (call, { storage }) => {
    const { role: own } = membershipOf(call).member
    const isManager = permissionsOf(own).includes('members.manage')
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    return shown(epoch.right, {
      roles: ROLES.map((role) => ({
        role,
        permissions: [...permissionsOf(role)],
        isGivable: isManager && coversRole(own, role),
      })),
    })
  },
})

/**
 * Gives a member another role, which counts with the next request of theirs and of their Agents. PermissionDenied where the caller
 * may not do all that the old or the new role may; Conflict for the role that the member has, and for the last owner.
 */
export const changeOrganizationMemberRole = mutation(memberOperations.changeOrganizationMemberRole, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { member: caller, organization } = membershipOf(call)
    const { organizationId } = organization
    const { role, reason, revokeCreated = false } = call.request
    const userId = knownId('usr', call.request.userId)
    if (E.isLeft(userId)) return userId
    const key = { organizationId, userId: userId.right }
    // Held from here on: of two owners who would give it up at once, the second finds that they are the last.
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

/** Ends the caller's own membership; Conflict for the last owner. */
export const leaveOrganization = mutation(memberOperations.leaveOrganization, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { organizationId } = membershipOf(call).organization
    const { userId } = call.facts.user
    const key = { organizationId, userId }
    const owners = await unit.members.lockOwners(organizationId)
    const member = await unit.members.lock(key)
    if (member === undefined) return notFound
    if (member.role === 'owner' && owners.length === 1) return conflict
    unit.members.remove(key)
    return E.right({ result: {}, about: { target: userId, details: { role: member.role } } })
  },
})
