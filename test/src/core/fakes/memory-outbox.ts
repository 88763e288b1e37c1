import type { ReceiptStorage } from '@postrider/core/ports/storage/receipt-storage'
import type { OutboxStorage } from '@postrider/core/ports/storage/outbox-storage'
import type { Faults } from './faults.js'
import { ownerOf } from './memory-dispatch.js'
import type { MemoryTables } from './memory-tables.js'

/** The outbox in memory. */
export const memoryOutbox = ({ outbox }: MemoryTables, faults: Faults): OutboxStorage => ({
  takeDue: (lane, limit, nowMs, againAtMs) =>
    faults.reading('takeDue', () => {
      const due = [...outbox.values()].filter((row) => row.message.lane === lane && row.dueAtMs <= nowMs)
      return due.slice(0, limit).map((row) => {
        const { messageId, organizationId } = row.message
        outbox.set(messageId, { ...row, dueAtMs: againAtMs, publications: row.publications + 1 })
        return { messageId, organizationId, lane, publications: row.publications }
      })
    }),
  makeDue: (messageIds, atMs) =>
    faults.reading('makeDue', () => {
      for (const messageId of messageIds) {
        const row = outbox.get(messageId)
        if (row === undefined) continue
        outbox.set(messageId, { ...row, dueAtMs: atMs, publications: Math.max(0, row.publications - 1) })
      }
    }),
  gauge: (nowMs) =>
    faults.reading('gauge', () => {
      const fresh = [...outbox.values()].filter((row) => row.publications === 0 && row.dueAtMs <= nowMs)
      const oldest = Math.min(...fresh.map(({ dueAtMs }) => dueAtMs))
      return { listed: outbox.size, oldestUnpublishedAtMs: fresh.length === 0 ? undefined : oldest }
    }),
})

/** Receipts in memory. */
export const memoryReceipts = (tables: MemoryTables, faults: Faults): ReceiptStorage => ({
  store: (receipts) =>
    faults.writing('store', () =>
      receipts.flatMap((receipt) => {
        const isThere = [...tables.receipts.values()].some(
          (one) => one.providerAccountId === receipt.providerAccountId && one.eventKey === receipt.eventKey,
        )
        if (isThere) return []
        tables.receipts.set(receipt.receiptId, receipt)
        return [receipt.receiptId]
      }),
    ),
  match: (receiptIds) =>
    faults.reading('match', () =>
      receiptIds.flatMap((receiptId) => {
        const receipt = tables.receipts.get(receiptId)
        return receipt === undefined ? [] : [{ receiptId, messageId: ownerOf(tables, receipt) }]
      }),
    ),
  pending: (beforeMs, after, limit) =>
    faults.reading('pending', () =>
      [...tables.receipts.values()]
        .filter(({ state, receivedAtMs }) => state === 'pending' && receivedAtMs < beforeMs)
        .filter(({ receiptId }) => after === undefined || receiptId > after)
        .slice(0, limit),
    ),
})
