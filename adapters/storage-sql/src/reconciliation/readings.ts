import type { MessageId } from '@postrider/core/domain/ids/id'
import { sheetName } from '@postrider/core/domain/ledger/book'
import type { MessageTrace, OddReceipt, TruthStorage } from '@postrider/core/ports/storage/truth-storage'
import { readAsOf } from '../epoch/as-of.js'
import { integer, isNull, optional, type Cells } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { columnsOf } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { readPlatformMessages } from './platform-messages.js'
import { accountOf, accounts } from '../ledger/accounts-table.js'
import { attemptOf, attempts } from '../messages/attempts-table.js'
import { auditEntryOf, auditLog } from '../audit/table.js'
import { checkpointOf, checkpoints } from '../ledger/checkpoints-table.js'
import { eventOf, ledgerEvents } from '../ledger/events-table.js'
import { messageOf, messages, unsaidColumns } from '../messages/table.js'
import { processingFailures } from '../dead-letters/table.js'
import { receiptOf, receipts } from '../receipts/table.js'

const MESSAGE = unsaidColumns('m')
const messageWidth = messages.columns.length
const receiptWidth = receipts.columns.length
const accountWidth = accounts.columns.length

/** Comes before every identifier that is made. */
const FIRST = ''

const listDead = statement(`
  SELECT ${MESSAGE}, ${processingFailures.select('f')} FROM processing_failures f {by processing_failures.PRIMARY}
  {in this order} messages m {by messages.PRIMARY} ON m.id = f.message_id
  WHERE f.message_id > ?x AND f.dead_at IS NOT NULL
    AND (m.state IN ('ACCEPTED', 'UNCONFIRMED') OR (m.state = 'SUBMITTED' AND m.billing = 'provisional'))
  ORDER BY f.message_id LIMIT ?`)
const listOdd = statement(`
  SELECT ${columnsOf(receipts, 'r')}, ${MESSAGE} FROM receipts r {by receipts.by_age}
  LEFT JOIN messages m ON m.id = r.message_id
  WHERE r.state = ? AND r.received_at < ? AND r.id > ?x ORDER BY r.id LIMIT ?`)
const listDrifting = statement(`
  SELECT ${columnsOf(accounts, 'a')}, ${columnsOf(checkpoints, 'c')} FROM checkpoints c {by checkpoints.by_status}
  {in this order} accounts a {by accounts.PRIMARY} ON a.organization_id = c.organization_id AND a.currency = c.currency
  WHERE c.status = 'drift' AND c.organization_id >= ?x AND (c.organization_id > ?x OR c.currency > ?)
  ORDER BY c.organization_id, c.currency LIMIT ?`)

const findMessage = statement(`
  SELECT ${MESSAGE}, o.due_at, ${processingFailures.select('f')} FROM messages m {by messages.PRIMARY}
  LEFT JOIN outbox o ON o.message_id = m.id LEFT JOIN processing_failures f ON f.message_id = m.id WHERE m.id = ?x`)
const findAttempts = statement(`
  SELECT ${columnsOf(attempts, 'a')} FROM attempts a WHERE a.message_id = ?x ORDER BY a.number`)
const findEvents = statement(`
  SELECT ${columnsOf(ledgerEvents, 'e')} FROM ledger_events e WHERE e.message_id = ?x ORDER BY e.phase`)
const findReceipts = statement(`
  SELECT ${columnsOf(receipts, 'r')} FROM receipts r {by receipts.of_message}
  WHERE r.message_id = ?x ORDER BY r.received_at, r.id`)
const findActs = statement(`
  SELECT ${columnsOf(auditLog, 'a')} FROM audit_log a {by audit_log.of_target} WHERE a.target = ? ORDER BY a.id`)

const readTrace = (messageId: MessageId): readonly Statement[] => {
  const id = idCell(messageId)
  return [findMessage(id), findAttempts(id), findEvents(id), findReceipts(id), findActs(messageId)]
}

const traceOf = ([found = [], attempted = [], posted = [], reported = [], acts = []]: readonly Rows[]):
  MessageTrace | undefined => {
  const [row] = found
  if (row === undefined) return undefined
  const failed = row.slice(messageWidth + 1)
  return {
    message: messageOf(row),
    dueAtMs: optional(integer, row[messageWidth]),
    failures: isNull(failed[0]) ? undefined : processingFailures.of(failed),
    attempts: attempted.map(attemptOf),
    events: posted.map(eventOf),
    receipts: reported.map(receiptOf),
    acts: acts.map(auditEntryOf),
  }
}

const oddOf = (row: Cells): OddReceipt => ({
  receipt: receiptOf(row),
  message: isNull(row[receiptWidth]) ? undefined : messageOf(row.slice(receiptWidth)),
})

/** What operators look into. */
export const truthStorage = (engine: Engine): TruthStorage => ({
  messages: (query) => () => readPlatformMessages(engine, query),
  deadLetters: (after, limit) => () =>
    readAsOf(engine, [listDead(after === undefined ? FIRST : idCell(after), limit)], ([rows = []]) =>
      rows.map((row) => ({
        message: messageOf(row),
        failures: processingFailures.of(row.slice(messageWidth)),
      })),
    ),
  oddReceipts: ({ state, beforeMs, after, limit }) => {
    const page = listOdd(state, beforeMs, after === undefined ? FIRST : idCell(after), limit)
    return () => readAsOf(engine, [page], ([rows = []]) => rows.map(oddOf))
  },
  drifting: (after, limit) => {
    const from = after === undefined ? FIRST : idCell(after.organizationId)
    const page = listDrifting(from, from, after === undefined ? '' : sheetName(after), limit)
    return () =>
      readAsOf(engine, [page], ([rows = []]) =>
        rows.map((row) => ({
          account: accountOf(row),
          checkpoint: checkpointOf(row.slice(accountWidth)),
        })),
      )
  },
  trace: (messageId) => () => readAsOf(engine, readTrace(messageId), traceOf),
})
