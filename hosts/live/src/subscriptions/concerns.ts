import type { Change, ChangeGroup } from '@postrider/core/domain/feed/change'
import type { LiveReading } from '@postrider/core/domain/operations/entries/operation'

/** A group that does not say whose it is may be of what was asked for. */
const mayBeOf = (organizationId: unknown, group: ChangeGroup): boolean =>
  typeof organizationId !== 'string' ||
  group.organizationId === undefined ||
  group.organizationId === organizationId

/** Whether what a reading shows may have changed with this: of one message or Organization, what is known to be of others has not. */
export const concerns = (
  { kinds }: LiveReading,
  request: Readonly<Record<string, unknown>>,
  { groups, messageIds }: Change,
): boolean => {
  const { messageId, organizationId } = request
  const isOfOthers =
    typeof messageId === 'string' && messageIds.length > 0 && !messageIds.some((one) => one === messageId)
  return groups.some(
    (group) =>
      kinds.includes(group.kind) &&
      mayBeOf(organizationId, group) &&
      !(isOfOthers && (group.kind === 'message' || group.kind === 'deadLetter')),
  )
}
