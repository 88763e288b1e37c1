import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { EvidenceStorage, MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import { E } from '@postrider/core/fp'
import { readInteger, optional, readText, type Cell } from '../../cells/cell.js'
import { firstIdCell, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { attempts } from '../messages/attempts-table.js'
import { challenges } from '../../otp/challenges-table.js'
import { ledgerEvents } from '../../ledger/events-table.js'
import { messages } from '../messages/table.js'
import { receipts } from '../receipts/table.js'
import { expression, joined, type Selection } from '../../rows/selection.js'
import { idempotency } from '../acceptance/table.js'
import { eachOf, queries, queryOf } from '../../engine/queries.js'

const PAGE = '(SELECT id FROM messages WHERE id > ?x ORDER BY id LIMIT ?) p'

const environment = (from: Cell | undefined) => optional(readText, from) as Environment | undefined
const amount = (from: Cell | undefined) => optional(readInteger, from)

const listed = joined({
  m: messages,
  dueAtMs: expression('o.due_at', amount),
  unitAmountMinor: expression('v.unit_amount', amount),
  appEnvironment: expression('a.environment', environment),
})

const readMessages = statement(`
  SELECT ${listed.columns}
  FROM ${PAGE} JOIN messages m ON m.id = p.id
  LEFT JOIN apps a ON a.id = m.app_id
  LEFT JOIN outbox o ON o.message_id = m.id LEFT JOIN price_versions v ON v.id = m.price_version_id
  ORDER BY m.id`)
const readAttempts = statement(`
  SELECT ${attempts.select('a')} FROM ${PAGE} JOIN attempts a ON a.message_id = p.id
  ORDER BY a.message_id, a.number`)
const readEvents = statement(`
  SELECT ${ledgerEvents.select('e')} FROM ${PAGE} JOIN ledger_events e ON e.message_id = p.id AND e.phase IN (1, 2)
  ORDER BY e.message_id, e.phase`)
const readReceipts = statement(`
  SELECT ${receipts.select('r')} FROM ${PAGE} JOIN receipts r ON r.message_id = p.id
  ORDER BY r.received_at, r.id`)
const keys = idempotency.pick('messageId', 'key')
/** A key is as old as its message, so the hot table needs no index. */
const readKeys = statement(`
  SELECT ${keys.select('i')} FROM ${PAGE} JOIN messages m ON m.id = p.id
  JOIN idempotency i ON i.created_at = m.accepted_at AND i.message_id = m.id ORDER BY i.idempotency_key`)

const readChallenges = statement(`
  SELECT ${challenges.select('c')} FROM ${PAGE} JOIN otp_challenges c ON c.message_id = p.id ORDER BY c.message_id`)

const byMessage = <A extends { readonly messageId: MessageId | undefined }>(
  found: readonly A[],
): ReadonlyMap<MessageId | undefined, readonly A[]> => {
  const lists = new Map<MessageId | undefined, A[]>()
  for (const each of found) {
    const list = lists.get(each.messageId)
    if (list === undefined) lists.set(each.messageId, [each])
    else list.push(each)
  }
  return lists
}

const byMessageOf =
  <A extends { readonly messageId: MessageId | undefined }>({ of }: Selection<A>) =>
  (rows: Rows) =>
    byMessage(rows.map((row) => of(row)))

const pageOf = (after: MessageId | undefined, limit: number) => {
  const page = [after === undefined ? '' : idCell(after), limit] as const
  return queries({
    listed: queryOf(readMessages(...page), eachOf(listed.of)),
    attempts: queryOf(readAttempts(...page), byMessageOf(attempts)),
    events: queryOf(readEvents(...page), byMessageOf(ledgerEvents)),
    receipts: queryOf(readReceipts(...page), byMessageOf(receipts)),
    keys: queryOf(readKeys(...page), byMessageOf(keys)),
    challenges: queryOf(readChallenges(...page), byMessageOf(challenges)),
  })
}

type Page = ReturnType<ReturnType<typeof pageOf>['of']>

const evidenceOf = (page: Page): readonly MessageEvidence[] =>
  page.listed.map(({ m: message, dueAtMs, unitAmountMinor, appEnvironment }) => {
    const { messageId } = message
    return {
      message,
      attempts: page.attempts.get(messageId) ?? [],
      events: page.events.get(messageId) ?? [],
      receipts: page.receipts.get(messageId) ?? [],
      keys: (page.keys.get(messageId) ?? []).map(({ key }) => key),
      challenge: page.challenges.get(messageId)?.[0],
      dueAtMs,
      unitAmountMinor,
      appEnvironment,
    }
  })

const TABLES = ['outbox', 'idempotency', 'attempts', 'ledger_events', 'otp_challenges'] as const

/** The ledger outlives messages that were deleted by age, so only newer entries must have a message. */
const countPurged = statement(`
  SELECT COUNT(*) FROM ledger_events s LEFT JOIN messages m ON m.id = s.message_id
  WHERE m.id IS NULL AND s.message_id < ?x`)

const findMessageMark = statement("SELECT r.purged_before FROM retention_marks r WHERE r.kind = 'messages'")

const purgedEntries = async (engine: Engine): Promise<number> => {
  const marks = await engine.read([findMessageMark()], 'each')
  if (E.isLeft(marks)) throw new Error(marks.left.cause)
  const beforeMs = readInteger(marks.right[0]?.[0]?.[0])
  if (beforeMs === 0) return 0
  const read = await engine.read([countPurged(firstIdCell(beforeMs))], 'each')
  if (E.isLeft(read)) throw new Error(read.left.cause)
  return readInteger(read.right[0]?.[0]?.[0])
}

const countStrays = async (engine: Engine, table: string) => {
  const { knex } = engine
  const purged = table === 'ledger_events' ? await purgedEntries(engine) : 0
  const rows = await knex(`${table} as s`)
    .leftJoin('messages as m', 'm.id', 's.message_id')
    .whereNull('m.id')
    .whereNotNull('s.message_id')
    .count<Array<{ count: number | string }>>('* as count')
  return { table, count: Number(rows[0]?.count) - purged }
}

export const evidenceStorage = (engine: Engine): EvidenceStorage => ({
  messages: (after, limit) => async () => {
    const page = pageOf(after, limit)
    const read = await engine.read(page.statements, 'one')
    return E.map((answers: readonly Rows[]) => evidenceOf(page.of(answers)))(read)
  },
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
