import { behind } from '../../ledger/ledger.js'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type {
  DeadLetter,
  DriftingAccount,
  MessageTrace,
  OddReceipt,
  ReconciliationStorage,
} from '@postrider/core/messaging/ports/reconciliation-storage'
import { readAsOf } from '../../guards/as-of.js'
import { readInteger, optional, type Cells } from '../../cells/cell.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { readPlatformMessages } from './platform-messages.js'
import { accounts } from '../../ledger/accounts-table.js'
import { attempts } from '../messages/attempts-table.js'
import { auditLog } from '../../audit/table.js'
import { checkpoints } from '../../ledger/checkpoints-table.js'
import { ledgerEvents } from '../../ledger/events-table.js'
import { messagesWithoutContent } from '../messages/table.js'
import { processingFailures } from '../dead-letters/table.js'
import { receipts } from '../receipts/table.js'
import { unreadableCallbacks } from '../receipts/unreadable-table.js'
import { expression, joined, outer } from '../../rows/selection.js'
import { eachOf, firstOf, queries, queryOf } from '../../engine/queries.js'

const dead = joined({ m: messagesWithoutContent, f: processingFailures })
const odd = joined({ r: receipts, m: outer(messagesWithoutContent) })
const drifting = joined({ a: accounts, c: checkpoints })
const traced = joined({
  m: messagesWithoutContent,
  dueAtMs: expression('o.due_at', (from) => optional(readInteger, from)),
  f: outer(processingFailures),
})

/** Sorts before every generated identifier. */
const FIRST = ''

const listDead = statement(`
  SELECT ${dead.columns} FROM processing_failures f {by processing_failures.PRIMARY}
  {in this order} messages m {by messages.PRIMARY} ON m.id = f.message_id
  WHERE f.message_id > ?x AND f.dead_at IS NOT NULL
    AND (m.state IN ('ACCEPTED', 'UNCONFIRMED') OR (m.state = 'SUBMITTED' AND m.billing = 'provisional'))
  ORDER BY f.message_id LIMIT ?`)
const listOdd = statement(`
  SELECT ${odd.columns} FROM receipts r {by receipts.by_age}
  LEFT JOIN messages m ON m.id = r.message_id
  WHERE r.state = ? AND r.received_at < ? AND r.id > ?x ORDER BY r.id LIMIT ?`)
const listDrifting = statement(`
  SELECT ${drifting.columns} FROM checkpoints c {by checkpoints.by_status}
  {in this order} accounts a {by accounts.PRIMARY} ON a.organization_id = c.organization_id AND a.environment = c.environment AND a.currency = c.currency
  WHERE c.status = 'drift' AND c.organization_id >= ?x
    AND (c.organization_id > ?x OR c.environment > ? OR (c.environment = ? AND c.currency > ?))
  ORDER BY c.organization_id, c.environment, c.currency LIMIT ?`)

const findMessage = statement(`
  SELECT ${traced.columns} FROM messages m {by messages.PRIMARY}
  LEFT JOIN outbox o ON o.message_id = m.id LEFT JOIN processing_failures f ON f.message_id = m.id WHERE m.id = ?x`)
const findAttempts = statement(`
  SELECT ${attempts.select('a')} FROM attempts a WHERE a.message_id = ?x ORDER BY a.number`)
const findEvents = statement(`
  SELECT ${ledgerEvents.select('e')} FROM ledger_events e WHERE e.phase IN (1, 2) AND e.message_id = ?x ORDER BY e.phase`)
const findReceipts = statement(`
  SELECT ${receipts.select('r')} FROM receipts r {by receipts.of_message}
  WHERE r.message_id = ?x ORDER BY r.received_at, r.id`)
const findActs = statement(`
  SELECT ${auditLog.select('a')} FROM audit_log a {by audit_log.of_target} WHERE a.target = ? ORDER BY a.id`)

const traceQueries = (messageId: MessageId) => {
  const id = idCell(messageId)
  return queries({
    found: queryOf(findMessage(id), firstOf(traced.of)),
    attempts: queryOf(findAttempts(id), eachOf(attempts.of)),
    events: queryOf(findEvents(id), eachOf(ledgerEvents.of)),
    receipts: queryOf(findReceipts(id), eachOf(receipts.of)),
    acts: queryOf(findActs(messageId), eachOf(auditLog.of)),
  })
}

const traceOf = ({
  found,
  ...belonging
}: ReturnType<ReturnType<typeof traceQueries>['of']>): MessageTrace | undefined => {
  if (found === undefined) return undefined
  const { m, dueAtMs, f } = found
  return { message: m, dueAtMs, failures: f, ...belonging }
}

const deadOf = (row: Cells): DeadLetter => {
  const { m, f } = dead.of(row)
  return { message: m, failures: f }
}

const oddOf = (row: Cells): OddReceipt => {
  const { r, m } = odd.of(row)
  return { receipt: r, message: m }
}

const driftOf = (row: Cells): DriftingAccount => {
  const { a, c } = drifting.of(row)
  return { account: a, checkpoint: c }
}

const listUnreadable = statement(`
  SELECT ${unreadableCallbacks.select('u')} FROM unreadable_callbacks u WHERE u.id < ?x ORDER BY u.id DESC LIMIT ?`)

/** Storage of the cases that super admins investigate. */
export const reconciliationStorage = (engine: Engine): ReconciliationStorage => ({
  messages: (query) => () => readPlatformMessages(engine, query),
  deadLetters: (after, limit) => () =>
    readAsOf(engine, [listDead(after === undefined ? FIRST : idCell(after), limit)], ([rows = []]) =>
      rows.map(deadOf),
    ),
  oddReceipts: ({ state, beforeMs, after, limit }) => {
    const page = listOdd(state, beforeMs, after === undefined ? FIRST : idCell(after), limit)
    return () => readAsOf(engine, [page], ([rows = []]) => rows.map(oddOf))
  },
  unreadableCallbacks: (before, limit) => () =>
    readAsOf(
      engine,
      [listUnreadable(before === undefined ? BEYOND_ALL : idCell(before), limit)],
      ([rows = []]) => rows.map(unreadableCallbacks.of),
    ),
  drifting: (after, limit) => {
    const from = after === undefined ? ([FIRST, FIRST, '', '', ''] as const) : behind(after)
    const page = listDrifting(...from, limit)
    return () => readAsOf(engine, [page], ([rows = []]) => rows.map(driftOf))
  },
  trace: (messageId) => () => {
    const trace = traceQueries(messageId)
    return readAsOf(engine, trace.statements, (answers) => traceOf(trace.of(answers)))
  },
})
