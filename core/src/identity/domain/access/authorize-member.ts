import type { OrganizationId } from '../../../kernel/ids/id.js'
import { type Permission, ROLE_PERMISSIONS } from '../people/roles.js'
import type { Member } from '../people/member.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { lacksPermission } from '../../../kernel/refusals/specific-refusals.js'
import type { Organization } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { Operation } from './operation.js'

/** A person's membership in an Organization, with the Organization. */
export interface Membership<M = Pick<Member, 'role'>> {
  readonly member: M
  readonly organization: Organization
}

/**
 * Whether a caller with these memberships may call the operation for the Organization. NotFound if they
 * aren't a member, or the Organization doesn't exist; PermissionDenied if their role lacks the permission;
 * OrganizationSuspended if it isn't allowed while suspended (docs/api/access#organizations).
 */
export const authorizeMember = (
  { permission, whileSuspended }: Pick<Operation, 'permission' | 'whileSuspended'>,
  memberships: readonly Membership[],
  organizationId: OrganizationId | undefined,
): E.Either<Refusal, Membership> => {
  const membership = memberships.find(({ organization }) => organization.organizationId === organizationId)
  if (membership === undefined) return E.left(refusal('NotFound'))
  const allowed: readonly string[] = ROLE_PERMISSIONS[membership.member.role]
  if (permission !== undefined && !allowed.includes(permission)) return E.left(lacksPermission(permission))
  if (!whileSuspended && membership.organization.status === 'suspended')
    return E.left(refusal('OrganizationSuspended'))
  return E.right(membership)
}

/** The permissions of a role, in the order of docs/api/access#roles. */
export const permissionsOf = (role: Member['role']): readonly Permission[] => ROLE_PERMISSIONS[role]
