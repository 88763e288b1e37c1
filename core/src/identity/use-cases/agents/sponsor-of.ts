import type { OrganizationId } from '../../../kernel/ids/id.js'
import { type Role, ROLE_PERMISSIONS } from '../../domain/people/roles.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

/** The sponsor of a new key, and their role in its Organization, if it has one. */
export interface KeySponsor {
  readonly user: User
  readonly role: Role | undefined
}

/** The role of a user who may create keys that act for the Organization. */
const roleOfSponsor = async (
  unit: UnitOfWork,
  { userId }: User,
  organizationId: OrganizationId,
): Promise<E.Either<Refusal, Role>> => {
  const organization = await unit.organizations.lock(organizationId)
  const member = organization && (await unit.members.lock({ organizationId, userId }))
  if (member === undefined) return E.left(refusal('NotFound'))
  const may = ROLE_PERMISSIONS[member.role].includes('agentKeys.manage')
  return may ? E.right(member.role) : E.left(refusal('PermissionDenied'))
}

/**
 * The person with this address as the sponsor of a key: NotFound unless they are an active user and a member
 * of the Organization; PermissionDenied if they may not manage keys there (docs/api/access#agent-keys).
 */
export const sponsorOf = async (
  unit: UnitOfWork,
  sponsorEmail: string,
  organizationId: OrganizationId | undefined,
): Promise<E.Either<Refusal, KeySponsor>> => {
  const user = await unit.users.lockByEmail(emailKeyOf(sponsorEmail))
  if (user?.status !== 'active') return E.left(refusal('NotFound'))
  if (organizationId === undefined) return E.right({ user, role: undefined })
  const may = await roleOfSponsor(unit, user, organizationId)
  return E.isLeft(may) ? may : E.right({ user, role: may.right })
}
