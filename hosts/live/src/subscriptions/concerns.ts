import type { Change, ChangeGroup } from '@postrider/core/domain/feed/change'
import type { Principal } from '@postrider/core/use-cases/callers/caller'
import type { LiveReading } from '@postrider/core/domain/operations/entries/operation'

/** Whose changes may concern what is asked for: of the Organization that it names, else of those that the caller belongs to. */
const tenantsOf = (principal: Principal, organizationId: unknown): ReadonlySet<string> | undefined => {
  if (typeof organizationId === 'string') return new Set([organizationId])
  return principal._tag === 'WebsiteUser'
    ? new Set(principal.facts.memberships.map(({ organization }) => organization.organizationId))
    : undefined
}

/** A group that does not say whose it is may be of what was asked for. */
const mayBeOf = (tenants: ReadonlySet<string> | undefined, { organizationId }: ChangeGroup): boolean =>
  tenants === undefined || organizationId === undefined || tenants.has(organizationId)

/**
 * Whether what a reading shows to the caller may have changed with this: of one message or Organization, what is known to be of
 * others has not.
 */
export const concerns = (
  principal: Principal,
  { kinds }: LiveReading,
  request: Readonly<Record<string, unknown>>,
  { groups, messageIds }: Change,
): boolean => {
  const { messageId, organizationId } = request
  const tenants = tenantsOf(principal, organizationId)
  const isOfOthers =
    typeof messageId === 'string' && messageIds.length > 0 && !messageIds.some((one) => one === messageId)
  return groups.some(
    (group) =>
      kinds.includes(group.kind) &&
      mayBeOf(tenants, group) &&
      !(isOfOthers && (group.kind === 'message' || group.kind === 'deadLetter')),
  )
}
