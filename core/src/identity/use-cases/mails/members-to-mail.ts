import type { OrganizationId, UserId } from '../../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { E } from '../../../fp.js'
import type { Role } from '../../domain/people/roles.js'
import type { PeopleStorage } from '../../ports/people-storage.js'

const MEMBERS_AT_ONCE = 200

/** The members of an Organization with one of the roles, for emails about it. */
export const membersToMail = async (
  { storage }: { readonly storage: { readonly people: PeopleStorage } },
  organizationId: OrganizationId,
  roles: readonly Role[],
): Promise<E.Either<StorageUnavailable, readonly UserId[]>> => {
  const userIds: UserId[] = []
  let after: UserId | undefined
  for (;;) {
    const read = await storage.people.members(organizationId, after, MEMBERS_AT_ONCE)()
    if (E.isLeft(read)) return read
    const members = read.right.value
    for (const { userId, role } of members) if (roles.includes(role)) userIds.push(userId)
    after = members.at(-1)?.userId
    if (members.length < MEMBERS_AT_ONCE) return E.right(userIds)
  }
}
