import type { MessageId, ReceiptId } from '@postrider/core/kernel/ids/id'
import type { ReceiptStorage } from '@postrider/core/messaging/ports/receipt-storage'
import { E } from '@postrider/core/fp'
import { isNull } from '../../cells/cell.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { passing, purge } from '../../engine/purge.js'
import { statement } from '../../engine/template.js'
import { inboundMessages } from '../inbound/table.js'
import { templateReports } from '../../templates/reports-table.js'
import { pendingPages } from './pending-pages.js'
import { storeReports } from './store-reports.js'
import { receipts } from './table.js'

/** A report counts only from an account that was given the message. */
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

/** The message of each pending receipt: its own word first, then its reference. */
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
