import { type LiveChange, type LiveChangeGroup, MOST_NEWEST } from '@postrider/contracts/live/live-events'
import type { ChangeGroup, ChangeKind } from '@postrider/core/feed/domain/change'
import { isoTime, SECOND_MS, type EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { NumberedChange } from '@postrider/core/feed/ports/feed-storage'

/** The changes that a tail shows: these kinds, and the messages that its reading requests. */
export interface TailFilter {
  readonly kinds: readonly ChangeKind[]
  readonly request: Readonly<Record<string, unknown>>
  /**
   * Whether the viewer is a member of an Organization, who gets only changes that are marked as that
   * Organization's.
   */
  readonly isMembers: boolean
}

/**
 * The properties of a group that a reading's request selects by. Properties that change aren't among them,
 * since a message that leaves a list also concerns it.
 */
const CHOSEN_BY = ['organizationId', 'appId', 'channel'] as const

/** A group without a selected property may belong to the request. */
const isShown = ({ kinds, request, isMembers }: TailFilter, group: ChangeGroup): boolean =>
  kinds.includes(group.kind) &&
  (!isMembers ||
    (group.organizationId !== undefined && group.organizationId === request['organizationId'])) &&
  CHOSEN_BY.every((name) => {
    const [wanted, given] = [request[name], group[name]]
    return wanted === undefined || given === undefined || wanted === given
  })

const shownGroup = (group: ChangeGroup): LiveChangeGroup => ({
  kind: group.kind,
  count: group.count,
  organizationId: group.organizationId ?? null,
  appId: group.appId ?? null,
  channel: group.channel ?? null,
  lane: group.lane ?? null,
  state: group.state ?? null,
  failureCode: group.failureCode ?? null,
  amountMinor: group.amountMinor,
  currency: group.currency ?? null,
})

/**
 * The part of a change that a tail shows; undefined if none. Message ids are only included if all of the
 * messages are shown: otherwise they can't be told apart, and the viewer must not see those of others.
 */
export const shownChange = (filter: TailFilter, change: NumberedChange): LiveChange | undefined => {
  const groups = change.groups.filter((group) => isShown(filter, group))
  if (groups.length === 0) return undefined
  const ofMessages = (group: ChangeGroup): boolean => group.kind === 'message'
  const areAllShown = change.groups.filter(ofMessages).length === groups.filter(ofMessages).length
  return {
    seq: change.seq,
    at: isoTime(change.atMs),
    groups: groups.map(shownGroup),
    messageIds: areAllShown ? change.messageIds : null,
  }
}

/** The changes that a tail hasn't sent yet. Its size is bounded by what may be sent one by one. */
export interface TailRecord {
  /** Its first number. */
  readonly from: number
  readonly messages: number
  /** Undefined if there are too many to be sent one by one. */
  readonly changes: readonly LiveChange[] | undefined
  readonly counts: ReadonlyMap<LiveChangeGroup['state'], number>
  readonly newest: readonly MessageId[]
}

const countsWith = (
  counts: TailRecord['counts'],
  groups: readonly LiveChangeGroup[],
): TailRecord['counts'] => {
  const more = new Map(counts)
  for (const { state, count } of groups) more.set(state, (more.get(state) ?? 0) + count)
  return more
}

/** The record with one more change; up to `most` messages are sent one by one. */
export const withChange = (record: TailRecord | undefined, change: LiveChange, most: number): TailRecord => {
  const messages = (record?.messages ?? 0) + change.groups.reduce((sum, { count }) => sum + count, 0)
  const isFew = messages <= most && (record === undefined || record.changes !== undefined)
  const newest = [...(record?.newest ?? []), ...((change.messageIds ?? []) as readonly MessageId[])]
  return {
    from: record?.from ?? change.seq,
    messages,
    changes: isFew ? [...(record?.changes ?? []), change] : undefined,
    counts: countsWith(record?.counts ?? new Map(), change.groups),
    newest: newest.slice(-MOST_NEWEST),
  }
}

/** The event of a record: its changes, or only their count if it is compacted. */
export const tailEvent = ({ changes, counts, messages, newest }: TailRecord, isCompacted: boolean) =>
  changes !== undefined && !isCompacted
    ? { kind: 'changes' as const, changes }
    : {
        kind: 'compacted' as const,
        messages,
        states: [...counts].map(([state, count]) => ({ state, count })),
        newest,
      }

/** The number of messages that a tail has recently sent. */
export interface TailLevel {
  readonly messages: number
  readonly atMs: EpochMs
}

/** The level with this many more messages, and this many draining per second. */
export const levelWith = (
  level: TailLevel | undefined,
  messages: number,
  perSecond: number,
  nowMs: EpochMs,
): TailLevel => {
  const passedMs = level === undefined ? 0 : Math.max(0, nowMs - level.atMs)
  const left = Math.max(0, (level?.messages ?? 0) - (passedMs * perSecond) / SECOND_MS)
  return { messages: left + messages, atMs: nowMs }
}

/** Joins two records; the second starts where the first ended. */
export const joinedRecords = (first: TailRecord, second: TailRecord, most: number): TailRecord => {
  const messages = first.messages + second.messages
  const counts = new Map(first.counts)
  for (const [state, count] of second.counts) counts.set(state, (counts.get(state) ?? 0) + count)
  return {
    from: first.from,
    messages,
    changes:
      first.changes === undefined || second.changes === undefined || messages > most
        ? undefined
        : [...first.changes, ...second.changes],
    counts,
    newest: [...first.newest, ...second.newest].slice(-MOST_NEWEST),
  }
}
