import type { Change, ChangeGroup } from '@postrider/core/feed/domain/change'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import type { LiveReading } from '@postrider/core/identity/domain/access/operation'

/**
 * The tenants whose changes may affect the request: the Organization that it names, else those that the
 * caller belongs to.
 */
const tenantsOf = (
  principal: Principal,
  { isFromAnywhere }: LiveReading,
  organizationId: unknown,
): ReadonlySet<string> | undefined => {
  if (typeof organizationId === 'string') return new Set([organizationId])
  return principal._tag === 'WebsiteUser' && isFromAnywhere !== true
    ? new Set(principal.facts.memberships.map(({ organization }) => organization.organizationId))
    : undefined
}

/**
 * A group without a tenant may belong to the request. It isn't reported to a member of the named
 * Organization, who must not learn of other Organizations' changes.
 */
const mayBeOf = (
  principal: Principal,
  live: LiveReading,
  requestedId: unknown,
  { organizationId }: ChangeGroup,
): boolean => {
  const tenants = tenantsOf(principal, live, requestedId)
  if (organizationId === undefined) return principal._tag !== 'WebsiteUser' || typeof requestedId !== 'string'
  return tenants === undefined || tenants.has(organizationId)
}

const ABOUT_MESSAGES: LiveReading['kinds'] = ['message', 'deadLetter']

/**
 * Whether the change may affect what a reading shows to the caller. For a reading of one message or
 * Organization, changes that are known to belong to others don't. Members match changes of their message by
 * its id, since not every change names its Organization.
 */
export const concerns = (
  principal: Principal,
  live: LiveReading,
  request: Readonly<Record<string, unknown>>,
  { groups, messageIds }: Change,
): boolean => {
  const { messageId, organizationId } = request
  const isOne = typeof messageId === 'string'
  const isNamed = messageIds.some((one) => one === messageId)
  const isOfOthers = isOne && messageIds.length > 0 && !isNamed
  return groups.some((group) => {
    if (!live.kinds.includes(group.kind)) return false
    if (isOne && principal._tag === 'WebsiteUser') return isNamed
    if (isOfOthers && ABOUT_MESSAGES.includes(group.kind)) return false
    return mayBeOf(principal, live, organizationId, group)
  })
}
