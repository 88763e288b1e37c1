import type { Change, ChangeGroup } from '@postrider/core/feed/domain/change'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import type { LiveReading } from '@postrider/core/identity/domain/access/operation'

/** Whose changes may concern what is asked for: of the Organization that it names, else of those that the caller belongs to. */
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
 * A group that does not say whose it is may be of what was asked for; not to a member of the Organization that was named, who is
 * not to learn that something of others changed.
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
 * Whether what a reading shows to the caller may have changed with this: of one message or Organization, what is known to be of
 * others has not. Of their message a member is told by what names it, since not every change says whose it is.
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
