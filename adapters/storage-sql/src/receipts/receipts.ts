import { groupOf } from '@postrider/core/domain/feed/change'
import type { MessageId, ReceiptId } from '@postrider/core/domain/ids/id'
import type { Receipt } from '@postrider/core/domain/receipts/receipt'
import type { ReceiptStorage } from '@postrider/core/ports/storage/receipt-storage'
import { E } from '@postrider/core/fp'
import { isNull, readText } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { insertInto } from '../engine/insertion.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement, type Filled } from '../engine/template.js'
import { leaveChange } from '../feed/leave-change.js'
import { eventKeyDigest, receipts } from './table.js'

const findStored = statement(`
  SELECT provider_account_id, event_digest FROM receipts
  WHERE provider_account_id IN (?x*) AND event_digest IN (?x*)`)
const insert = insertInto(receipts.table)

/** What an account says of a message that it was not given is not believed. */
const byName = statement(`
  SELECT r.id, a.message_id FROM receipts r {by receipts.PRIMARY}
  LEFT JOIN attempts a ON a.message_id = r.message_id AND a.provider_account_id = r.provider_account_id
  WHERE r.id IN (?x*) AND r.state = 'pending'`)
const byReference = statement(`
  SELECT r.id, a.message_id FROM receipts r {by receipts.PRIMARY} {in this order} attempts a {by attempts.by_reference}
    ON a.provider_account_id = r.provider_account_id AND a.provider_reference = r.provider_reference
  WHERE r.id IN (?x*) AND r.state = 'pending' ORDER BY a.message_id, a.number`)

const byPart = statement(`
  SELECT r.id, p.message_id FROM receipts r {by receipts.PRIMARY} {in this order} attempt_parts p {by attempt_parts.by_reference}
    ON p.provider_account_id = r.provider_account_id AND p.provider_reference = r.provider_reference
  WHERE r.id IN (?x*) AND r.state = 'pending' ORDER BY p.message_id, p.number, p.part`)

const findPending = statement(`
  SELECT ${receipts.select('r')} FROM receipts r WHERE r.state = 'pending' AND r.received_at < ?
  ORDER BY r.received_at, r.id LIMIT ?`)
const ageOfPosition = '(SELECT p.received_at FROM receipts p WHERE p.id = ?x)'
const findPendingAfter = statement(`
  SELECT ${receipts.select('r')} FROM receipts r
  WHERE r.state = 'pending' AND r.received_at < ? AND r.received_at >= ${ageOfPosition}
    AND (r.received_at > ${ageOfPosition} OR r.id > ?x)
  ORDER BY r.received_at, r.id LIMIT ?`)

const pendingPage = (beforeMs: number, after: ReceiptId | undefined, limit: number): Filled => {
  if (after === undefined) return findPending(beforeMs, limit)
  const position = idCell(after)
  return findPendingAfter(beforeMs, position, position, position, limit)
}

const identity = (account: string, digest: string): string => `${account} ${digest}`

const identityOf = ({ providerAccountId, eventKey }: Receipt): string =>
  identity(idCell(providerAccountId), eventKeyDigest(eventKey))

/** The receipts that are not there yet, each once. */
const fresh = (list: readonly Receipt[], stored: Rows): readonly Receipt[] => {
  const known = new Set(stored.map(([account, digest]) => identity(readText(account), readText(digest))))
  return list.filter((receipt) => {
    const own = identityOf(receipt)
    if (known.has(own)) return false
    known.add(own)
    return true
  })
}

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
  store: (list) => async () => {
    if (list.length === 0) return E.right([])
    const accounts = [...new Set(list.map(({ providerAccountId }) => idCell(providerAccountId)))]
    const digests = list.map(({ eventKey }) => eventKeyDigest(eventKey))
    const outcome = await engine.transact([findStored(accounts, digests)], ([stored = []]) => {
      const added = fresh(list, stored)
      const change = { groups: [groupOf('receipt', added.length)], messageIds: [] }
      return {
        statements:
          added.length === 0 ? [] : [insert(receipts.rows(added)), ...leaveChange(engine.dialect, change)],
        result: added.map(({ receiptId }) => receiptId),
      }
    })
    return refusalIsBug(outcome)
  },
  match: (receiptIds) => async () => {
    const ids = receiptIds.map(idCell)
    return E.map(matchesOf)(await engine.read([byName(ids), byReference(ids), byPart(ids)], 'one'))
  },
  pending: (beforeMs, after, limit) => async () => {
    const read = await engine.read([pendingPage(beforeMs, after, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(receipts.of))(read)
  },
})
