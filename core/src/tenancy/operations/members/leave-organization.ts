import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS_AT_WEBSITE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'

/** Ends the caller's own membership; Conflict for the last owner. */
export const leaveOrganizationEntry = entryOf('Members', 'leaveOrganization', {
  ...MEMBERS_AT_WEBSITE,
  effect: 'ends',
  summary: 'Leave an Organization',
  description: "The last owner can't leave.",
  tenant: 'organizationId',
  permission: undefined,
  whileSuspended: true,
  request: mutationRequest({ organizationId: organizationIdField }, {}),
  result: mutationResult({}, {}),
})

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))

export const leaveOrganization = mutation(leaveOrganizationEntry, {
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
