import type { Id, MessageId, ReceiptId } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { ReceiptStorage } from '@postrider/core/messaging/ports/receipt-storage'
import { E } from '@postrider/core/fp'
import { isNull } from '../../cells/cell.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { passing, purge } from '../../engine/purge.js'
import { type Filled, statement } from '../../engine/template.js'
import type { RecordTable } from '../../rows/record-table.js'
import { inboundMessages } from '../inbound/table.js'
import { templateReports } from '../../templates/reports-table.js'
import { storeReports } from './store-reports.js'
import type { PendingReading } from '@postrider/core/kernel/ports/pending-reading'
import { receipts } from './table.js'

/** A report only counts from an account that was given the message. */
const byName = statement(`
  SELECT r.id, a.message_id FROM receipts r {by receipts.PRIMARY}
  LEFT JOIN attempts a ON a.message_id = r.message_id AND a.provider_account_id = r.provider_account_id
  WHERE r.id IN (?x*) AND r.state = 'pending'`)
const byReference = statement(`
  SELECT r.id, a.message_id FROM receipts r {by receipts.PRIMARY} {in this order} attempts a {by attempts.by_reference}
    ON a.provider_account_id = r.provider_account_id AND a.provider_reference = r.provider_reference
  WHERE r.id IN (?x*) AND r.state = 'pending' ORDER BY a.message_id, a.number`)

const byPart = statement(`
  SELECT r.id, p.message_id FROM receipts r {by receipts.PRIMARY} {in this order} attempt_segments p {by attempt_segments.by_reference}
    ON p.provider_account_id = r.provider_account_id AND p.provider_reference = r.provider_reference
  WHERE r.id IN (?x*) AND r.state = 'pending' ORDER BY p.message_id, p.number, p.part`)

/** The message of each pending receipt: by the message id it names, then by its reference. */
const matchesOf = ([named = [], referred = [], parts = []]: readonly Rows[]) => {
  const found = new Map<ReceiptId, MessageId | undefined>()
  for (const [receipt, message] of named)
    found.set(idOf('rct', receipt), isNull(message) ? undefined : idOf('msg', message))
  const byIds = new Map(
    [...parts, ...referred].map(([receipt, message]) => [idOf('rct', receipt), idOf('msg', message)]),
  )
  return [...found].map(([receiptId, messageId]) => ({
    receiptId,
    messageId: messageId ?? byIds.get(receiptId),
  }))
}

/** Reads a table of unprocessed reports, oldest first. */
const pendingPages = <I extends Id, R>(
  engine: Engine,
  { table: { name }, select, of }: RecordTable<R>,
): PendingReading<I, R> => {
  const find = statement(`
    SELECT ${select('r')} FROM ${name} r WHERE r.state = 'pending' AND r.received_at < ?
    ORDER BY r.received_at, r.id LIMIT ?`)
  const ageOfPosition = `(SELECT p.received_at FROM ${name} p WHERE p.id = ?x)`
  const findAfter = statement(`
    SELECT ${select('r')} FROM ${name} r
    WHERE r.state = 'pending' AND r.received_at < ? AND r.received_at >= ${ageOfPosition}
      AND (r.received_at > ${ageOfPosition} OR r.id > ?x)
    ORDER BY r.received_at, r.id LIMIT ?`)
  const page = (beforeMs: EpochMs, after: I | undefined, limit: number): Filled => {
    if (after === undefined) return find(beforeMs, limit)
    const position = idCell(after)
    return findAfter(beforeMs, position, position, position, limit)
  }
  return (beforeMs, after, limit) => async () => {
    const read = await engine.read([page(beforeMs, after, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(of))(read)
  }
}

export const receiptStorage = (engine: Engine): ReceiptStorage => ({
  store: storeReports(engine),
  match: (receiptIds) => async () => {
    const ids = receiptIds.map(idCell)
    return E.map(matchesOf)(await engine.read([byName(ids), byReference(ids), byPart(ids)], 'one'))
  },
  pending: pendingPages(engine, receipts),
  pendingInbound: pendingPages(engine, inboundMessages),
  pendingTemplates: pendingPages(engine, templateReports),
  purgeUnreadable: (beforeMs, most) => () =>
    purge(engine, [passing('unreadable_callbacks', 'id', 'received_at', 'by_age')], beforeMs, most),
})
