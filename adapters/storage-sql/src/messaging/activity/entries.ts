import { accountCells } from '../../cells/account-cells.js'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { ActivityEntry, ActivityQuery } from '@postrider/core/messaging/ports/activity-storage'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import { E } from '@postrider/core/fp'
import { headNumberOf, lastSeqBefore, readHead, readEventTime } from '../../ledger/account-history.js'
import { readAsOf } from '../../guards/as-of.js'
import { readInteger, optional, readText } from '../../cells/cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { type Filled, statement } from '../../engine/template.js'
import { ledgerEvents } from '../../ledger/events-table.js'
import { expression, joined } from '../../rows/selection.js'

const listed = joined({
  e: ledgerEvents,
  closedBy: expression(
    'CASE WHEN e.phase = 1 THEN c.type END',
    (from) => optional(readText, from) as ActivityEntry['closedBy'],
  ),
})

/** The event that closed a reservation is in the ledger, joined here. */
const slice = (filter: string) =>
  statement(`
    SELECT ${listed.columns} FROM ledger_events e {by ledger_events.PRIMARY}
    LEFT JOIN ledger_events c ON c.message_id = e.message_id AND c.phase = 2
    WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq > ? AND e.seq <= ? AND e.occurred_at < ? ${filter}
    ORDER BY e.seq LIMIT ?`)
const anySlice = slice('')
const typeSlice = slice('AND e.type = ?')
const appSlice = slice('AND e.app_id = ?x')
const typeAndAppSlice = slice('AND e.type = ? AND e.app_id = ?x')

const sliceOf = (query: ActivityQuery, afterSeq: number, toSeq: number, limit: number): Filled => {
  const { toMs, type, appId } = query
  const range = [...accountCells(query), afterSeq, toSeq, toMs] as const
  if (type === undefined)
    return appId === undefined ? anySlice(...range, limit) : appSlice(...range, idCell(appId), limit)
  return appId === undefined
    ? typeSlice(...range, type, limit)
    : typeAndAppSlice(...range, type, idCell(appId), limit)
}

/** The number before the first requested event. */
const startOf = async (
  engine: Engine,
  query: ActivityQuery,
  head: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  const { afterSeq, fromMs } = query
  if (afterSeq > 0 && afterSeq <= head) {
    const read = await engine.read([readEventTime(query, afterSeq)], 'each')
    if (E.isLeft(read)) return read
    if (readInteger(read.right[0]?.[0]?.[0]) >= fromMs) return E.right(afterSeq)
  }
  const before = await lastSeqBefore(engine, query, fromMs, head)
  return E.map((seq: number) => Math.max(seq, afterSeq))(before)
}

/** The account's events in the range, slice by slice until the page is full or the range ends. */
export const readEntries = async (
  engine: Engine,
  sliceEvents: number,
  query: ActivityQuery,
): Promise<E.Either<StorageUnavailable, AsOf<readonly ActivityEntry[]>>> => {
  const present = await readAsOf(engine, [readHead(query)], ([rows]) => headNumberOf(rows))
  if (E.isLeft(present)) return present
  const { epoch, value: head } = present.right
  const start = await startOf(engine, query, head)
  if (E.isLeft(start)) return start
  const entries: ActivityEntry[] = []
  let afterSeq = start.right
  while (afterSeq < head && entries.length < query.limit) {
    const toSeq = Math.min(afterSeq + sliceEvents, head)
    const page = sliceOf(query, afterSeq, toSeq, query.limit - entries.length)
    const read = await engine.read([page, readEventTime(query, toSeq)], 'each')
    if (E.isLeft(read)) return read
    const [rows = [], time] = read.right
    for (const { e, closedBy } of rows.map(listed.of)) entries.push({ event: e, closedBy })
    if (readInteger(time?.[0]?.[0]) >= query.toMs) break
    afterSeq = toSeq
  }
  return E.right({ epoch, value: entries })
}
