import type { OrganizationId } from '../../domain/ids/id.js'
import { ROLE_PERMISSIONS } from '../../domain/people/roles.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'

/** Whether the user may make keys that act for the Organization. */
const maySponsor = async (
  unit: UnitOfWork,
  { userId }: User,
  organizationId: OrganizationId,
): Promise<E.Either<Refusal, undefined>> => {
  const organization = await unit.organizations.lock(organizationId)
  const member = organization && (await unit.members.lock({ organizationId, userId }))
  if (member === undefined) return E.left(refusal('NotFound'))
  const may = ROLE_PERMISSIONS[member.role].includes('agentKeys.manage')
  return may ? E.right(undefined) : E.left(refusal('PermissionDenied'))
}

/**
 * The person with this address, who is to answer for a key: NotFound for no active user or no member of the
 * Organization; PermissionDenied where they may not manage keys there (docs/contract#agent-keys).
 */
export const sponsorOf = async (
  unit: UnitOfWork,
  sponsorEmail: string,
  organizationId: OrganizationId | undefined,
): Promise<E.Either<Refusal, User>> => {
  const user = await unit.users.lockByEmail(emailKeyOf(sponsorEmail))
  if (user?.status !== 'active') return E.left(refusal('NotFound'))
  if (organizationId === undefined) return E.right(user)
  const may = await maySponsor(unit, user, organizationId)
  return E.isLeft(may) ? may : E.right(user)
}
