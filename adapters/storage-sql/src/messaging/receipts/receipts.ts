import type { Id, MessageId, ReceiptId } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { ReceiptStorage } from '@postrider/core/messaging/ports/receipt-storage'
import { E } from '@postrider/core/fp'
import { isAboutRecipient } from '@postrider/core/providers/domain/receipts/about-recipient'
import { isNull, readText } from '../../cells/cell.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { passing, purge } from '../../engine/purge.js'
import { type Filled, statement } from '../../engine/template.js'
import type { RecordTable } from '../../rows/record-table.js'
import { inboundPartStorage } from '../inbound/parts.js'
import { inboundMessages } from '../inbound/table.js'
import { templateReports } from '../../templates/reports-table.js'
import { storeReports } from './store-reports.js'
import type { PendingReading } from '@postrider/core/kernel/ports/pending-reading'
import { receipts } from './table.js'
import { waitingBlockStorage } from './waiting-blocks.js'

/** A report only counts from an account that was given the message. */
const byName = statement(`
  SELECT r.id, a.message_id FROM receipts r {by receipts.PRIMARY}
  LEFT JOIN attempts a ON a.message_id = r.message_id AND a.provider_account_id = r.provider_account_id
  WHERE r.id IN (?x*) AND r.state = 'pending'`)

const addressed = receipts.pick('recipient', 'addresses')

/** The messages with this reference among the attempts or their parts, with the recipients to compare. */
const byReference = (reference: string, table: string, order: string) =>
  statement(`
  SELECT r.id, a.message_id, m.recipient, ${addressed.select('r')} FROM receipts r {by receipts.PRIMARY} {in this order} ${table} a {by ${table}.by_reference}
    ON a.provider_account_id = r.provider_account_id AND a.provider_reference = r.${reference}
  {in this order} messages m {by messages.PRIMARY} ON m.id = a.message_id
  WHERE r.id IN (?x*) AND r.state = 'pending' ORDER BY a.message_id, ${order}`)
const OF_PART = ['attempt_segments', 'a.number, a.part'] as const
const OF_ATTEMPT = ['attempts', 'a.number'] as const

/** From the least to the most reliable way of naming a message. */
const BY_REFERENCE = [
  byReference('other_reference', ...OF_PART),
  byReference('other_reference', ...OF_ATTEMPT),
  byReference('provider_reference', ...OF_PART),
  byReference('provider_reference', ...OF_ATTEMPT),
]

/**
 * The message of each pending receipt: by the message id it names, then by its reference. Of several messages with
 * the reference, it is the newest one to the receipt's recipient.
 */
const matchesOf = ([named = [], ...referred]: readonly Rows[]) => {
  const found = new Map<ReceiptId, MessageId | undefined>()
  for (const [receipt, message] of named)
    found.set(idOf('rct', receipt), isNull(message) ? undefined : idOf('msg', message))
  const byIds = new Map<ReceiptId, MessageId>()
  for (const [receipt, message, to, ...addresses] of referred.flat())
    if (isAboutRecipient(addressed.of(addresses), readText(to)))
      byIds.set(idOf('rct', receipt), idOf('msg', message))
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
  ...inboundPartStorage(engine),
  ...waitingBlockStorage(engine),
  store: storeReports(engine),
  match: (receiptIds) => async () => {
    const ids = receiptIds.map(idCell)
    const referred = BY_REFERENCE.map((find) => find(ids))
    return E.map(matchesOf)(await engine.read([byName(ids), ...referred], 'one'))
  },
  pending: pendingPages(engine, receipts),
  pendingInbound: pendingPages(engine, inboundMessages),
  pendingTemplates: pendingPages(engine, templateReports),
  purgeUnreadable: (beforeMs, most) => () =>
    purge(engine, [passing('unreadable_callbacks', 'id', 'received_at', 'by_age')], beforeMs, most),
})
