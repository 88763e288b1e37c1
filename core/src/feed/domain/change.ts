import type { Channel } from '../../channels/channels.js'
import type { Lane } from '../../kernel/messages/lane.js'
import {
  type AppId,
  isId,
  type MessageId,
  type OrganizationId,
  type TemplateId,
} from '../../kernel/ids/id.js'
import type { BillingStatus, FailureCode, MessageState } from '../../kernel/messages/message-state.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { AgeHistogram } from '../../kernel/numbers/age-histogram.js'
import type { EventNote } from './event-note.js'

/** The kinds of visible changes (docs/api/sockets#change-feed). */
export const CHANGE_KINDS = [
  'message',
  'act',
  'receipt',
  'deadLetter',
  'account',
  'prefixBlock',
  'budget',
  'inbound',
] as const

export type ChangeKind = (typeof CHANGE_KINDS)[number]

/**
 * Changes of one transaction that are equal except for the record, for example several messages with the same
 * new state.
 */
export interface ChangeGroup {
  readonly kind: ChangeKind
  /**
   * The Organization that they belong to. Undefined: the platform, several Organizations, or known only from
   * the records.
   */
  readonly organizationId: OrganizationId | undefined
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  readonly lane: Lane | undefined
  /** The new state of messages; undefined if something else of them changed. */
  readonly state: MessageState | undefined
  readonly failureCode: FailureCode | undefined
  readonly count: number
  /** The total cost of messages with a new state, in minor units of the currency; else 0. */
  readonly amountMinor: number
  readonly currency: string | undefined
  /** The environment of messages with a new state; undefined for other changes. */
  readonly environment: Environment | undefined
  /** The template of messages that arrived or failed; undefined for other states. */
  readonly templateId: TemplateId | undefined
  /** For messages that a provider took: the time of each since acceptance. */
  readonly ages: AgeHistogram | undefined
  /** The billing status of messages with a new state; undefined for accepted ones, which are provisional. */
  readonly billing: BillingStatus | undefined
}

/**
 * The visible changes of a transaction: their kinds and counts, never a recipient, a text or a secret.
 * Readers load the new values from the records.
 */
export interface Change {
  readonly groups: readonly ChangeGroup[]
  /**
   * The messages that changed. Those with a new state come first, in the order of the groups and as many as
   * each group counts ({@link newStatesIn}). The others follow, each once.
   */
  readonly messageIds: readonly MessageId[]
  /** The events besides those of new states (docs/api/events#types). Absent: none. */
  readonly events?: readonly EventNote[]
}

/** The values of a group that has only a count. */
const BARE = {
  organizationId: undefined,
  appId: undefined,
  channel: undefined,
  lane: undefined,
  state: undefined,
  failureCode: undefined,
  amountMinor: 0,
  currency: undefined,
  environment: undefined,
  templateId: undefined,
  ages: undefined,
  billing: undefined,
} as const

/** A group of things of one kind, of one Organization or without one. */
export const groupOf = (kind: ChangeKind, count: number, organizationId?: OrganizationId): ChangeGroup => ({
  ...BARE,
  kind,
  count,
  organizationId,
})

/** Groups of things of one kind, one per Organization; none if there are no things. */
export const groupsOf = (
  kind: ChangeKind,
  owners: ReadonlyArray<OrganizationId | undefined>,
): readonly ChangeGroup[] => {
  const counts = new Map<OrganizationId | undefined, number>()
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  return [...counts].map(([owner, count]) => groupOf(kind, count, owner))
}

/** The change for a single thing of a kind that isn't about a message. */
export const changeOfKind = (
  kind: Exclude<ChangeKind, 'message'>,
  organizationId?: OrganizationId,
): Change => ({
  groups: [groupOf(kind, 1, organizationId)],
  messageIds: [],
})

/**
 * The change for audit events of one chain; events about a message are part of the message's visible data.
 */
export const actChange = (
  organizationId: OrganizationId | undefined,
  events: ReadonlyArray<{ readonly target: string }>,
): Change => ({
  groups: [groupOf('act', events.length, organizationId)],
  messageIds: events.flatMap(({ target }) => (isId('msg', target) ? [target] : [])),
})

/** A group of messages that got a new state, and which messages they are. */
export interface NewStates {
  readonly group: ChangeGroup & { readonly state: MessageState }
  readonly messageIds: readonly MessageId[]
}

const hasNewState = (group: ChangeGroup): group is NewStates['group'] =>
  group.kind === 'message' && group.state !== undefined

/** The messages of a change that got a new state, group by group. */
export const newStatesIn = ({ groups, messageIds }: Change): readonly NewStates[] => {
  let at = 0
  return groups.filter(hasNewState).map((group) => {
    const start = at
    at += group.count
    return { group, messageIds: messageIds.slice(start, at) }
  })
}

/** The change that only leaves an event. */
export const changeOfEvent = (note: EventNote): Change => ({ groups: [], messageIds: [], events: [note] })

const countNewStates = ({ groups }: Change): number =>
  groups.reduce((sum, group) => (hasNewState(group) ? sum + group.count : sum), 0)

const mergedIds = (all: readonly Change[]): readonly MessageId[] => {
  const moved = all.flatMap((change) => change.messageIds.slice(0, countNewStates(change)))
  const others = new Set(all.flatMap((change) => change.messageIds.slice(countNewStates(change))))
  for (const messageId of moved) others.delete(messageId)
  return [...moved, ...others]
}

/** Merges several changes of one transaction; undefined if there are none. */
export const oneChange = (changes: readonly Change[]): Change | undefined => {
  const [first, ...others] = changes.filter(
    ({ groups, events = [] }) => groups.length > 0 || events.length > 0,
  )
  if (first === undefined || others.length === 0) return first
  const all = [first, ...others]
  const events = all.flatMap((change) => change.events ?? [])
  const merged = { groups: all.flatMap(({ groups }) => groups), messageIds: mergedIds(all) }
  return events.length === 0 ? merged : { ...merged, events }
}
