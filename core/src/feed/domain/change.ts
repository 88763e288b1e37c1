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

/** What kinds of thing change so that somebody who watches sees it (docs/contract#change-feed). */
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

/** Changes of one transaction that agree in everything but the record: so many messages that became the same. */
export interface ChangeGroup {
  readonly kind: ChangeKind
  /** Whose they are; undefined: the platform's, of several Organizations, or the records alone say whose. */
  readonly organizationId: OrganizationId | undefined
  readonly appId: AppId | undefined
  readonly channel: Channel | undefined
  readonly lane: Lane | undefined
  /** What messages became; undefined: they are in the state that they were in, and something else of them changed. */
  readonly state: MessageState | undefined
  readonly failureCode: FailureCode | undefined
  readonly count: number
  /** What messages that came into a state cost together, in minor units of the currency; else 0. */
  readonly amountMinor: number
  readonly currency: string | undefined
  /** The environment of messages that came into a state; undefined for other changes. */
  readonly environment: Environment | undefined
  /** The template of messages that arrived or didn't; undefined for other states. */
  readonly templateId: TemplateId | undefined
  /** Of messages that a provider took: how long each took from acceptance. */
  readonly ages: AgeHistogram | undefined
}

/**
 * What a transaction changed of what people see: what and how much of it, never a recipient, a text or a secret. What it
 * became is read from the records themselves.
 */
export interface Change {
  readonly groups: readonly ChangeGroup[]
  /** The messages that changed, each once. */
  readonly messageIds: readonly MessageId[]
}

/** A group of which nothing is said but how many it has. */
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

/** So many things of a kind, of one Organization, or of whomever. */
export const groupOf = (kind: ChangeKind, count: number, organizationId?: OrganizationId): ChangeGroup => ({
  ...BARE,
  kind,
  count,
  organizationId,
})

/** Things of a kind, by the Organizations that have them; no group where there is none. */
export const groupsOf = (
  kind: ChangeKind,
  owners: ReadonlyArray<OrganizationId | undefined>,
): readonly ChangeGroup[] => {
  const counts = new Map<OrganizationId | undefined, number>()
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  return [...counts].map(([owner, count]) => groupOf(kind, count, owner))
}

/** The change that one thing of a kind is, which is about no message. */
export const changeOfKind = (
  kind: Exclude<ChangeKind, 'message'>,
  organizationId?: OrganizationId,
): Change => ({
  groups: [groupOf(kind, 1, organizationId)],
  messageIds: [],
})

/** The change that audit events of one chain are; those about a message are part of what is seen of it. */
export const actChange = (
  organizationId: OrganizationId | undefined,
  events: ReadonlyArray<{ readonly target: string }>,
): Change => ({
  groups: [groupOf('act', events.length, organizationId)],
  messageIds: events.flatMap(({ target }) => (isId('msg', target) ? [target] : [])),
})

/** Several changes of one transaction as one; undefined where nothing changed. */
export const oneChange = (changes: readonly Change[]): Change | undefined => {
  const [first, ...others] = changes.filter(({ groups }) => groups.length > 0)
  if (first === undefined || others.length === 0) return first
  const all = [first, ...others]
  return {
    groups: all.flatMap(({ groups }) => groups),
    messageIds: [...new Set(all.flatMap(({ messageIds }) => messageIds))],
  }
}
