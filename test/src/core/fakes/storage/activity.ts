import { accountKey } from '@postrider/core/ledger/domain/account'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type {
  ActivityEntry,
  ActivityStorage,
  HistoryQuery,
} from '@postrider/core/messaging/ports/activity-storage'
import type { Calls } from './calls.js'
import { eventsOf, type MemoryTables } from './tables.js'

const entryOf = ({ events }: MemoryTables, event: LedgerEvent): ActivityEntry => {
  const closing = events.find(({ relatedEntryId }) => relatedEntryId === event.entryId)
  const closedBy = closing?.type === 'settlement' || closing?.type === 'release' ? closing.type : undefined
  return { event, closedBy: event.type === 'reservation' ? closedBy : undefined }
}

/** The Organization's reservations, newest first. */
const reservationsOf = ({ events, accounts }: MemoryTables, organizationId: string): readonly LedgerEvent[] =>
  events
    .filter((event) => event.type === 'reservation' && accounts.has(accountKey(event)))
    .filter((event) => event.organizationId === organizationId)
    .sort(
      (one, other) =>
        other.occurredAtMs - one.occurredAtMs ||
        (accountKey(one) === accountKey(other)
          ? other.seq - one.seq
          : accountKey(one) < accountKey(other)
            ? -1
            : 1),
    )

const historyOf = (tables: MemoryTables, query: HistoryQuery) => {
  const { organizationId, appId, channel, state, failureCode, environment, before, limit } = query
  const { fromMs = 0, toMs = Infinity } = query
  const ids = reservationsOf(tables, organizationId).map(({ messageId }) => messageId)
  if (before !== undefined && !ids.includes(before)) return { messages: [], before: undefined }
  const found = ids
    .slice(before === undefined ? 0 : ids.indexOf(before) + 1)
    .flatMap((id) => (id === undefined ? [] : (tables.messages.get(id) ?? [])))
    .filter((one) => appId === undefined || one.appId === appId)
    .filter((one) => channel === undefined || one.channel === channel)
    .filter((one) => state === undefined || one.state === state)
    .filter((one) => failureCode === undefined || one.failureCode === failureCode)
    .filter((one) => environment === undefined || one.environment === environment)
    .filter((one) => one.acceptedAtMs >= fromMs && one.acceptedAtMs < toMs)
  const messages = found.slice(0, limit)
  return { messages, before: found.length > limit ? messages.at(-1)?.messageId : undefined }
}

/** What an Organization did, in memory. */
export const memoryActivity = (tables: MemoryTables, calls: Calls): ActivityStorage => ({
  entries: ({ fromMs, toMs, type, appId, afterSeq, limit, ...account }) =>
    calls.reading('entries', () => ({
      epoch: tables.epoch,
      value: eventsOf(tables, account)
        .filter((event) => event.seq > afterSeq)
        .filter((event) => event.occurredAtMs >= fromMs && event.occurredAtMs < toMs)
        .filter((event) => type === undefined || event.type === type)
        .filter((event) => appId === undefined || event.appId === appId)
        .slice(0, limit)
        .map((event) => entryOf(tables, event)),
    })),
  history: (query) =>
    calls.reading('history', () => ({ epoch: tables.epoch, value: historyOf(tables, query) })),
})
