import type { Verdicts } from './acceptance/judge.js'
import { budgetEvent } from '../../ledger/domain/budgets/budget-event.js'
import type { ProcessingFailures } from '../../providers/domain/calls/dead-letter.js'
import type { LockedMessage } from './dispatch/locked-message.js'
import type { Settlement } from './dispatch/settle.js'
import type { AppId, MessageId, OrganizationId } from '../../kernel/ids/id.js'
import type { Message } from './messages/message.js'
import { isOutcome } from '../../kernel/messages/message-state.js'
import { histogramOf } from '../../kernel/numbers/age-histogram.js'
import { type Change, type ChangeGroup, groupOf, groupsOf } from '../../feed/domain/change.js'

/** A group of messages with the same change, while it is being counted. */
interface GroupInProgress {
  readonly message: Message
  readonly isTransition: boolean
  readonly ages: number[]
  readonly messageIds: MessageId[]
  amountMinor: number
}

/**
 * Aggregates messages into groups. It is fast for batches of many messages and few groups, because each send
 * uses it.
 */
interface GroupCollector {
  /** Adds a changed message; `isTransition` means that its state changed. */
  add(message: Message, isTransition: boolean): void
  groups(): readonly ChangeGroup[]
  /** The messages in the order that a change needs: those with a new state first, by groups. */
  messageIds(): readonly MessageId[]
}

const isOfGroup = (
  { message: one, isTransition: own }: GroupInProgress,
  message: Message,
  isTransition: boolean,
): boolean =>
  own === isTransition &&
  one.channel === message.channel &&
  one.lane === message.lane &&
  (!isTransition ||
    (one.state === message.state &&
      one.failureCode === message.failureCode &&
      one.environment === message.environment &&
      one.billing === message.billing &&
      (one.templateId === message.templateId || !isOutcome(message.state)) &&
      one.charge.currency === message.charge.currency))

const finished = ({ message, isTransition, ages, messageIds, amountMinor }: GroupInProgress): ChangeGroup => {
  const { organizationId, appId, channel, lane, state, failureCode, charge, environment } = message
  const same = { ...groupOf('message', messageIds.length, organizationId), appId, channel, lane }
  if (!isTransition) return same
  const histogram = ages.length === 0 ? undefined : histogramOf(ages)
  const { currency } = charge
  const templateId = isOutcome(state) ? message.templateId : undefined
  const billing = state === 'ACCEPTED' ? undefined : message.billing
  const became = { state, failureCode, amountMinor, currency, environment, templateId, billing }
  return { ...same, ...became, ages: histogram }
}

const groupCollector = (): GroupCollector => {
  // An app belongs to one Organization.
  const byApp = new Map<AppId, GroupInProgress[]>()
  const all: GroupInProgress[] = []
  const groupFor = (message: Message, isTransition: boolean): GroupInProgress => {
    const ofApp = byApp.get(message.appId)
    const known = ofApp?.find((group) => isOfGroup(group, message, isTransition))
    if (known !== undefined) return known
    const group = { message, isTransition, ages: [], messageIds: [], amountMinor: 0 }
    if (ofApp === undefined) byApp.set(message.appId, [group])
    else ofApp.push(group)
    all.push(group)
    return group
  }
  return {
    add: (message, isTransition) => {
      const group = groupFor(message, isTransition)
      group.messageIds.push(message.messageId)
      if (!isTransition) return
      group.amountMinor += message.charge.amountMinor
      if (message.state === 'SUBMITTED') group.ages.push(message.updatedAtMs - message.acceptedAtMs)
    },
    groups: () => all.map(finished),
    messageIds: () => {
      const [first] = all
      if (first !== undefined && all.length === 1) return first.messageIds
      const ofGroups = (isTransition: boolean) =>
        all.filter((group) => group.isTransition === isTransition).flatMap(({ messageIds }) => messageIds)
      return [...ofGroups(true), ...ofGroups(false)]
    },
  }
}

/** A message with a change that isn't a state change, and the fields by which changes are grouped. */
export type TouchedMessage = Pick<Message, 'messageId' | 'organizationId' | 'appId' | 'channel' | 'lane'>

/**
 * The change for messages with a change that isn't a state change, for example the start of an attempt. The
 * groups name the Organization, so that readers of other Organizations don't reload
 * (docs/api/sockets#change-feed).
 */
export const touchedMessages = (messages: readonly TouchedMessage[]): Change => {
  const groups = new Map<string, ChangeGroup>()
  for (const { organizationId, appId, channel, lane } of messages) {
    // An app belongs to one Organization.
    const key = `${appId} ${channel} ${lane}`
    const known = groups.get(key) ?? { ...groupOf('message', 0, organizationId), appId, channel, lane }
    groups.set(key, { ...known, count: known.count + 1 })
  }
  return { groups: [...groups.values()], messageIds: messages.map(({ messageId }) => messageId) }
}

/**
 * The change for messages with a change that isn't a state change, if only their IDs are known. The records
 * contain their owners.
 */
export const touchedById = (messageIds: readonly MessageId[]): Change => ({
  groups: messageIds.length === 0 ? [] : [groupOf('message', messageIds.length)],
  messageIds,
})

const owners = (list: ReadonlyArray<{ readonly organizationId: OrganizationId }>) =>
  list.map(({ organizationId }) => organizationId)

/**
 * Groups for the owners of the accounts whose budgets were used. Other Organizations don't see that anything
 * happened.
 */
const budgetGroups = (
  budgetUses: readonly unknown[],
  accounts: ReadonlyArray<{ readonly organizationId: OrganizationId }>,
): readonly ChangeGroup[] => (budgetUses.length === 0 ? [] : groupsOf('budget', owners(accounts)))

/**
 * The change for an acceptance (docs/api/sockets#change-feed), with the events of the budgets that it reached or
 * that refused it.
 */
export const acceptedChange = ({
  acceptances,
  accounts,
  budgetUses,
  firstRefusals,
  alerts,
  prefixBlocks,
}: Pick<
  Verdicts,
  'acceptances' | 'accounts' | 'budgetUses' | 'firstRefusals' | 'alerts' | 'prefixBlocks'
>): Change => {
  const collector = groupCollector()
  for (const { message } of acceptances) collector.add(message, true)
  return {
    ...(alerts.length === 0 ? {} : { events: alerts.map(budgetEvent) }),
    groups: [
      ...collector.groups(),
      ...(acceptances.length === 0 ? [] : groupsOf('account', owners(accounts))),
      ...budgetGroups(budgetUses, [...accounts, ...firstRefusals]),
      ...(prefixBlocks.length === 0 ? [] : [groupOf('prefixBlock', prefixBlocks.length)]),
    ],
    messageIds: collector.messageIds(),
  }
}

type Locked = ReadonlyMap<MessageId, Pick<LockedMessage, 'message'>>

/**
 * Aggregates the changes of a settlement: changed messages, and messages with a new attempt, receipt or due
 * time.
 */
const collectSettled = (settlement: Settlement, locked: Locked, collector: GroupCollector): void => {
  const seen = new Set<MessageId>()
  for (const message of settlement.messages) {
    const before = locked.get(message.messageId)?.message
    collector.add(message, before?.state !== message.state || before.failureCode !== message.failureCode)
    seen.add(message.messageId)
  }
  for (const list of [settlement.attempts, settlement.due, settlement.receipts])
    for (const { messageId } of list) {
      if (seen.has(messageId)) continue
      const message = locked.get(messageId)?.message
      if (message === undefined) continue
      seen.add(messageId)
      collector.add(message, false)
    }
}

/**
 * The change for a settlement, compared with the messages as they were locked (docs/api/sockets#change-feed).
 */
export const settledChange = (settlement: Settlement, locked: Locked): Change => {
  const collector = groupCollector()
  collectSettled(settlement, locked, collector)
  const { accounts, receipts, budgetUses } = settlement
  return {
    groups: [
      ...collector.groups(),
      ...groupsOf('account', owners(accounts)),
      ...(receipts.length === 0 ? [] : [groupOf('receipt', receipts.length)]),
      ...budgetGroups(budgetUses, accounts),
    ],
    messageIds: collector.messageIds(),
  }
}

/** The change for failures that were counted or cleared: their messages now wait for something else. */
export const deadLetterChange = (failures: ReadonlyArray<Pick<ProcessingFailures, 'messageId'>>): Change => ({
  groups: failures.length === 0 ? [] : [groupOf('deadLetter', failures.length)],
  messageIds: failures.map(({ messageId }) => messageId),
})
