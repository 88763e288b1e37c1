import type { Verdicts } from '../acceptance/judge.js'
import type { ProcessingFailures } from '../dispatch/dead-letter.js'
import type { LockedMessage } from '../dispatch/locked-message.js'
import type { Settlement } from '../dispatch/settle.js'
import type { MessageId, OrganizationId } from '../ids/id.js'
import type { Message } from '../messages/message.js'
import { histogramOf } from './age-histogram.js'
import { type Change, type ChangeGroup, groupOf, groupsOf } from './change.js'

/** A message that changed, and whether it came into the state that it is in. */
interface ChangedMessage {
  readonly message: Message
  readonly isTransition: boolean
}

/** What messages of one group agree in, as one text. */
const groupKey = ({ message, isTransition }: ChangedMessage): string => {
  const { organizationId, appId, channel, lane, state, failureCode, charge } = message
  const became = isTransition ? `${state} ${failureCode} ${charge.currency}` : ''
  return `${organizationId} ${appId} ${channel} ${lane} ${became}`
}

const agesOf = (group: readonly ChangedMessage[]) =>
  histogramOf(group.map(({ message }) => message.updatedAtMs - message.acceptedAtMs))

const groupOfMessages = (
  { message, isTransition }: ChangedMessage,
  group: readonly ChangedMessage[],
): ChangeGroup => {
  const { organizationId, appId, channel, lane, state, failureCode, charge } = message
  const same = {
    ...groupOf('message', group.length, organizationId),
    appId,
    channel,
    lane,
  }
  if (!isTransition) return same
  const amountMinor = group.reduce((sum, { message: one }) => sum + one.charge.amountMinor, 0)
  const ages = state === 'SUBMITTED' ? agesOf(group) : undefined
  return { ...same, state, failureCode, amountMinor, currency: charge.currency, ages }
}

const groupsOfMessages = (changed: readonly ChangedMessage[]): readonly ChangeGroup[] => {
  const groups = new Map<string, [ChangedMessage, ...ChangedMessage[]]>()
  for (const each of changed) {
    const key = groupKey(each)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [each])
    else group.push(each)
  }
  return [...groups.values()].map((group) => groupOfMessages(group[0], group))
}

/** Messages of which something changes that is no state; whose they are, the messages themselves say. */
export const touchedMessages = (messageIds: readonly MessageId[]): Change => ({
  groups: messageIds.length === 0 ? [] : [groupOf('message', messageIds.length)],
  messageIds,
})

const owners = (list: ReadonlyArray<{ readonly organizationId: OrganizationId }>) =>
  list.map(({ organizationId }) => organizationId)

/** The change that accepting is (docs/contract#change-feed). */
export const acceptedChange = ({
  acceptances,
  accounts,
  budgetUses,
  prefixBlocks,
}: Pick<Verdicts, 'acceptances' | 'accounts' | 'budgetUses' | 'prefixBlocks'>): Change => ({
  groups: [
    ...groupsOfMessages(acceptances.map(({ message }) => ({ message, isTransition: true }))),
    ...(acceptances.length === 0 ? [] : groupsOf('account', owners(accounts))),
    ...(budgetUses.length === 0 ? [] : [groupOf('budget', budgetUses.length)]),
    ...(prefixBlocks.length === 0 ? [] : [groupOf('prefixBlock', prefixBlocks.length)]),
  ],
  messageIds: acceptances.map(({ message }) => message.messageId),
})

/** The messages that a settlement is about, as they are afterwards. */
const settledMessages = (
  { messages, attempts, due, receipts }: Settlement,
  locked: ReadonlyMap<MessageId, Pick<LockedMessage, 'message'>>,
): readonly ChangedMessage[] => {
  const after = new Map(messages.map((message) => [message.messageId, message]))
  const ids = new Set([...messages, ...attempts, ...due, ...receipts].map(({ messageId }) => messageId))
  return [...ids].flatMap((messageId) => {
    const before = locked.get(messageId)?.message
    const message = after.get(messageId) ?? before
    if (message === undefined) return []
    const isTransition = before?.state !== message.state || before.failureCode !== message.failureCode
    return [{ message, isTransition }]
  })
}

/** The change that a settlement is, beside what the messages were when they were locked (docs/contract#change-feed). */
export const settledChange = (
  settlement: Settlement,
  locked: ReadonlyMap<MessageId, Pick<LockedMessage, 'message'>>,
): Change => {
  const changed = settledMessages(settlement, locked)
  const { accounts, receipts, budgetUses } = settlement
  return {
    groups: [
      ...groupsOfMessages(changed),
      ...groupsOf('account', owners(accounts)),
      ...(receipts.length === 0 ? [] : [groupOf('receipt', receipts.length)]),
      ...(budgetUses.length === 0 ? [] : [groupOf('budget', budgetUses.length)]),
    ],
    messageIds: changed.map(({ message }) => message.messageId),
  }
}

/** The change that failures are which were counted, or let go: their messages wait for something else now. */
export const deadLetterChange = (failures: ReadonlyArray<Pick<ProcessingFailures, 'messageId'>>): Change => ({
  groups: failures.length === 0 ? [] : [groupOf('deadLetter', failures.length)],
  messageIds: failures.map(({ messageId }) => messageId),
})
