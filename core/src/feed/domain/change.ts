import type { Channel } from '../../channels/channels.js'
import type { Lane } from '../../kernel/messages/lane.js'
import {
  type AppId,
  isId,
  type MessageId,
  type OrganizationId,
  type TemplateId,
} from '../../kernel/ids/id.js'
import type { FailureCode, MessageState } from '../../kernel/messages/message-state.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { AgeHistogram } from '../../kernel/numbers/age-histogram.js'

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
}

/**
 * The visible changes of a transaction: their kinds and counts, never a recipient, a text or a secret.
 * Readers load the new values from the records.
 */
export interface Change {
  readonly groups: readonly ChangeGroup[]
  /** The messages that changed, each once. */
  readonly messageIds: readonly MessageId[]
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

/** Merges several changes of one transaction; undefined if there are none. */
export const oneChange = (changes: readonly Change[]): Change | undefined => {
  const [first, ...others] = changes.filter(({ groups }) => groups.length > 0)
  if (first === undefined || others.length === 0) return first
  const all = [first, ...others]
  return {
    groups: all.flatMap(({ groups }) => groups),
    messageIds: [...new Set(all.flatMap(({ messageIds }) => messageIds))],
  }
}
