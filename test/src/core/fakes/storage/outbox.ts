import { memoryInboundParts } from './inbound-parts.js'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import type { ReceiptStorage } from '@postrider/core/messaging/ports/receipt-storage'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type {
  OutboxSelection,
  OutboxStorage,
  ParkedMessages,
} from '@postrider/core/messaging/ports/outbox-storage'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import { groupOf } from '@postrider/core/feed/domain/change'
import { noteChange } from './feed.js'
import type { Calls } from './calls.js'
import { isHeld } from './installation.js'
import { ownerOf } from './dispatch.js'
import type { PendingReading } from '@postrider/core/kernel/ports/pending-reading'
import type { MemoryTables, OutboxRow } from './tables.js'

/** Since when the longest-waiting of the rows is listed: since its message was accepted. */
const oldestOf = (messages: MemoryTables['messages'], rows: readonly OutboxRow[]): number | undefined =>
  rows.length === 0
    ? undefined
    : Math.min(
        ...rows.map(({ message, dueAtMs }) => messages.get(message.messageId)?.acceptedAtMs ?? dueAtMs),
      )

/** The oldest of each Organization, then the second of each, and so on. */
const inTurn = (rows: readonly OutboxRow[]): readonly OutboxRow[] => {
  const served = new Map<string, number>()
  const oldestFirst = [...rows].sort((one, other) => one.dueAtMs - other.dueAtMs)
  const turns = oldestFirst.map((row) => {
    const turn = served.get(row.message.organizationId) ?? 0
    served.set(row.message.organizationId, turn + 1)
    return { row, turn }
  })
  return turns.sort((one, other) => one.turn - other.turn).map(({ row }) => row)
}

const isOf = (of: OutboxSelection, message: Message | undefined): boolean => {
  if (message?.state !== 'ACCEPTED') return false
  switch (of._tag) {
    case 'All':
      return true
    case 'OfOrganization':
      return message.organizationId === of.organizationId
    case 'OfApp':
      return message.appId === of.appId
    case 'OfPrefix':
      return message.to.startsWith(of.prefix)
  }
}

const keyOf = (waitsFor: readonly ProviderAccountId[]): string => [...waitsFor].sort().join()

const isOneOf =
  ({ lane, key }: ParkedMessages) =>
  ({ message, waitsFor }: OutboxRow): boolean =>
    waitsFor !== undefined && message.lane === lane && keyOf(waitsFor) === key

const parkedIn = (outbox: MemoryTables['outbox']): readonly ParkedMessages[] => {
  const found = new Map<string, ParkedMessages>()
  for (const { message, waitsFor } of outbox.values()) {
    if (waitsFor === undefined) continue
    const key = keyOf(waitsFor)
    found.set(`${message.lane} ${key}`, { lane: message.lane, key, accountIds: [...waitsFor].sort() })
  }
  return [...found.values()]
}

const releaseOf = (
  outbox: MemoryTables['outbox'],
  isReleased: (row: OutboxRow) => boolean,
  limit: number,
  nowMs: number,
): number => {
  const rows = [...outbox.values()].filter(isReleased).sort((one, other) => one.dueAtMs - other.dueAtMs)
  for (const { waitsFor: _, ...row } of rows.slice(0, limit))
    outbox.set(row.message.messageId, { ...row, dueAtMs: nowMs })
  return Math.min(rows.length, limit)
}

/** The outbox in memory. */
export const memoryOutbox = (tables: MemoryTables, calls: Calls): Partial<OutboxStorage> => {
  const { outbox, messages } = tables
  return {
    takeDue: (lane, limit, nowMs, againAtMs) =>
      calls.reading('takeDue', () => {
        if (isHeld(tables)) return []
        const due = [...outbox.values()].filter(
          (row) => row.message.lane === lane && row.dueAtMs <= nowMs && row.waitsFor === undefined,
        )
        return inTurn(due)
          .slice(0, limit)
          .map((row) => {
            const { messageId, organizationId } = row.message
            outbox.set(messageId, { ...row, dueAtMs: againAtMs, publications: row.publications + 1 })
            const { trace = UNTRACED } = messages.get(messageId) ?? {}
            return { messageId, organizationId, lane, publications: row.publications, trace }
          })
      }),
    makeDue: (messageIds, atMs) =>
      calls.reading('makeDue', () => {
        for (const messageId of messageIds) {
          const row = outbox.get(messageId)
          if (row === undefined) continue
          outbox.set(messageId, { ...row, dueAtMs: atMs, publications: Math.max(0, row.publications - 1) })
        }
      }),
    waitingSince: (lanes, nowMs) =>
      calls.reading('waitingSince', () => {
        const waiting = [...outbox.values()].filter(
          ({ publications, dueAtMs, message, waitsFor }) =>
            publications === 0 && dueAtMs <= nowMs && lanes.includes(message.lane) && waitsFor === undefined,
        )
        return oldestOf(messages, waiting)
      }),
    parked: () => calls.reading('parked', () => parkedIn(outbox)),
    release: (parked, limit, nowMs) =>
      calls.reading('release', () => releaseOf(outbox, isOneOf(parked), limit, nowMs)),
    releaseDue: (parked, limit, nowMs) =>
      calls.reading('releaseDue', () => {
        const isDue = (row: OutboxRow) => row.dueAtMs <= nowMs && parked.some((one) => isOneOf(one)(row))
        return releaseOf(outbox, isDue, limit, nowMs)
      }),
    makeDueNow: (of, nowMs) =>
      calls.reading('makeDueNow', () => {
        for (const [messageId, row] of outbox)
          if (row.dueAtMs > nowMs && isOf(of, messages.get(messageId)))
            outbox.set(messageId, { ...row, dueAtMs: nowMs })
      }),
  }
}

/** Adds what an account told, of which each thing is there once; answers what was new. */
const addNew = <I, R extends Pick<Receipt, 'providerAccountId' | 'eventKey'>>(
  known: Map<I, R>,
  reports: readonly R[],
  idOf: (one: R) => I,
): readonly R[] =>
  reports.filter((one) => {
    const isThere = [...known.values()].some(
      ({ providerAccountId, eventKey }) =>
        providerAccountId === one.providerAccountId && eventKey === one.eventKey,
    )
    if (!isThere) known.set(idOf(one), one)
    return !isThere
  })

const pendingOf =
  <I extends string, R extends Pick<Receipt, 'receivedAtMs'> & { readonly state: string }>(
    calls: Calls,
    known: ReadonlyMap<string, R>,
  ): PendingReading<I, R> =>
  (beforeMs, after, limit) =>
    calls.reading('pending', () =>
      [...known]
        .filter(([, { state, receivedAtMs }]) => state === 'pending' && receivedAtMs < beforeMs)
        .filter(([id]) => after === undefined || id > after)
        .slice(0, limit)
        .map(([, one]) => one),
    )

/** Receipts in memory. */
export const memoryReceipts = (tables: MemoryTables, calls: Calls): Partial<ReceiptStorage> => ({
  ...memoryInboundParts(tables, calls),
  store: (reports) =>
    calls.writing('store', () => {
      const receipts = addNew(tables.receipts, reports.receipts, ({ receiptId }) => receiptId)
      const inbound = addNew(tables.inboundMessages, reports.inbound, ({ inboundId }) => inboundId)
      for (const part of reports.parts) tables.inboundParts.set(part.partId, part)
      const templates = addNew(tables.templateReports, reports.templates, (of) => of.templateReportId)
      const unreadable = addNew(
        tables.unreadableCallbacks,
        reports.unreadable,
        ({ callbackId }) => callbackId,
      )
      const shown = receipts.length + unreadable.length
      const groups = [groupOf('receipt', shown), groupOf('inbound', inbound.length)]
      noteChange(tables, { groups: groups.filter(({ count }) => count > 0), messageIds: [] })
      return { receipts, inbound, parts: reports.parts, templates, unreadable }
    }),
  match: (receiptIds) =>
    calls.reading('match', () =>
      receiptIds.flatMap((receiptId) => {
        const receipt = tables.receipts.get(receiptId)
        return receipt === undefined ? [] : [{ receiptId, messageId: ownerOf(tables, receipt) }]
      }),
    ),
  pending: pendingOf(calls, tables.receipts),
  pendingInbound: pendingOf(calls, tables.inboundMessages),
  pendingTemplates: pendingOf(calls, tables.templateReports),
  keepBlocks: (blocks) =>
    calls.writing('keepBlocks', () => {
      for (const one of blocks) tables.waitingBlocks.set(one.waitingBlockId, one)
    }),
  waitingBlocks: (beforeMs, after, limit) =>
    calls.reading('waitingBlocks', () =>
      [...tables.waitingBlocks.values()]
        .filter(({ receivedAtMs }) => receivedAtMs < beforeMs)
        .filter(({ waitingBlockId }) => after === undefined || waitingBlockId > after)
        .slice(0, limit),
    ),
  removeBlocks: (blockIds) =>
    calls.writing('removeBlocks', () => {
      for (const id of blockIds) tables.waitingBlocks.delete(id)
    }),
})
