import type { MessageId } from '@postrider/core/domain/ids/id'
import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import type { Environment } from '@postrider/core/domain/tenancy/records'
import type { EvidenceStorage, MessageEvidence } from '@postrider/core/ports/storage/evidence-storage'
import { E } from '@postrider/core/fp'
import { integer, isNull, optional, text, type Cells } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { columnsOf } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { attemptOf, attempts } from './attempts-table.js'
import { challenges } from '../otp/challenges-table.js'
import { eventOf, ledgerEvents } from '../ledger/events-table.js'
import { messageOf, messages } from './table.js'
import { receiptOf, receipts } from '../receipts/table.js'

const PAGE = '(SELECT id FROM messages WHERE id > ?x ORDER BY id LIMIT ?) p'

const readMessages = statement(`
  SELECT ${columnsOf(messages, 'm')}, o.due_at, v.unit_amount, a.environment, n.first_book
  FROM ${PAGE} JOIN messages m ON m.id = p.id
  LEFT JOIN apps a ON a.id = m.app_id LEFT JOIN organizations n ON n.id = a.organization_id
  LEFT JOIN outbox o ON o.message_id = m.id LEFT JOIN price_versions v ON v.id = m.price_version_id
  ORDER BY m.id`)
const readAttempts = statement(`
  SELECT ${columnsOf(attempts, 'a')} FROM ${PAGE} JOIN attempts a ON a.message_id = p.id
  ORDER BY a.message_id, a.number`)
const readEvents = statement(`
  SELECT ${columnsOf(ledgerEvents, 'e')} FROM ${PAGE} JOIN ledger_events e ON e.message_id = p.id
  ORDER BY e.message_id, e.phase`)
const readReceipts = statement(`
  SELECT ${columnsOf(receipts, 'r')} FROM ${PAGE} JOIN receipts r ON r.message_id = p.id
  ORDER BY r.received_at, r.id`)
/** A key is as old as its message, which spares the hot table an index. */
const readKeys = statement(`
  SELECT i.message_id, i.idempotency_key FROM ${PAGE} JOIN messages m ON m.id = p.id
  JOIN idempotency i ON i.created_at = m.accepted_at AND i.message_id = m.id ORDER BY i.idempotency_key`)

const readChallenges = statement(`
  SELECT ${challenges.select('c')} FROM ${PAGE} JOIN otp_challenges c ON c.message_id = p.id ORDER BY c.message_id`)

const pageOf = (after: MessageId | undefined, limit: number): readonly Statement[] => {
  const position = after === undefined ? '' : idCell(after)
  return [readMessages, readAttempts, readEvents, readReceipts, readKeys, readChallenges].map((read) =>
    read(position, limit),
  )
}

const byMessage = <A>(rows: Rows, of: (row: Cells) => A, idAt: number): ReadonlyMap<string, readonly A[]> => {
  const found = new Map<string, A[]>()
  for (const row of rows) {
    const id = idOf('msg', row[idAt])
    const list = found.get(id)
    if (list === undefined) found.set(id, [of(row)])
    else list.push(of(row))
  }
  return found
}

const keeperOf = ([environment, firstBook]: Cells): MessageEvidence['keeper'] =>
  isNull(environment) || isNull(firstBook)
    ? undefined
    : { environment: text(environment) as Environment, firstBook: text(firstBook) as Environment }

const evidenceOf = ([
  listed = [],
  attempted = [],
  posted = [],
  reported = [],
  keyed = [],
  challenged = [],
]: readonly Rows[]): readonly MessageEvidence[] => {
  const attemptsOf = byMessage(attempted, attemptOf, 0)
  const eventsOf = byMessage(posted, eventOf, ledgerEvents.columns.indexOf('message_id'))
  const receiptsOf = byMessage(reported, receiptOf, receipts.columns.indexOf('message_id'))
  const keysOf = byMessage(keyed, (row) => text(row[1]), 0)
  const challengeOf = new Map(
    challenged.map(challenges.of).map((challenge) => [challenge.messageId, challenge]),
  )
  return listed.map((row) => {
    const message = messageOf(row)
    const { messageId } = message
    return {
      message,
      attempts: attemptsOf.get(messageId) ?? [],
      events: eventsOf.get(messageId) ?? [],
      receipts: receiptsOf.get(messageId) ?? [],
      keys: keysOf.get(messageId) ?? [],
      challenge: challengeOf.get(messageId),
      dueAtMs: optional(integer, row[messages.columns.length]),
      unitAmountMinor: optional(integer, row[messages.columns.length + 1]),
      keeper: keeperOf(row.slice(messages.columns.length + 2)),
    }
  })
}

const TABLES = ['outbox', 'idempotency', 'attempts', 'ledger_events', 'otp_challenges'] as const

const countStrays = async ({ knex }: Engine, table: string) => {
  const rows = await knex(`${table} as s`)
    .leftJoin('messages as m', 'm.id', 's.message_id')
    .whereNull('m.id')
    .whereNotNull('s.message_id')
    .count<Array<{ count: number | string }>>('* as count')
  return { table, count: Number(rows[0]?.count) }
}

export const evidenceStorage = (engine: Engine): EvidenceStorage => ({
  messages: (after, limit) => async () => E.map(evidenceOf)(await engine.read(pageOf(after, limit), 'one')),
  strays: () => async () => {
    try {
      const counted: Array<{ readonly table: string; readonly count: number }> = []
      for (const table of TABLES) counted.push(await countStrays(engine, table))
      return E.right(counted)
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      return E.left<StorageUnavailable>({ _tag: 'StorageUnavailable', cause })
    }
  },
})
