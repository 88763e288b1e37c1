import { permissionsOf } from '../../../identity/domain/access/authorize-member.js'
import { coversRole, ROLES } from '../../../identity/domain/people/roles.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS_AT_WEBSITE } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { offeredRoleShape } from './shapes.js'

/** Every role, and whether the caller may give it; callers who can't manage members may give none. */
export const listOrganizationRolesEntry = entryOf('Members', 'listOrganizationRoles', {
  ...MEMBERS_AT_WEBSITE,
  summary: 'List the roles with their permissions, and which of them the caller may assign',
  description: "Roles are fixed; each one's permissions are listed.",
  tenant: 'organizationId',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  live: runAgain('act'),
  request: readRequest({ organizationId }, {}),
  result: readResult(
    { roles: list(offeredRoleShape, { description: 'All roles with their permissions.' }) },
    {},
  ),
})

export const listOrganizationRoles = reading(listOrganizationRolesEntry, {
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
