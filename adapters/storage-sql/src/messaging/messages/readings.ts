import { accountCells } from '../../cells/account-cells.js'
import type { ShownMessage } from '@postrider/core/messaging/domain/messages/message'
import type {
  ProjectionStorage,
  UsageEntry,
  UsageQuery,
} from '@postrider/core/messaging/ports/projection-storage'
import type { MessageQuestion } from '@postrider/core/tenancy/domain/tenant-scope'
import type { TenantScope } from '@postrider/core/tenancy/domain/tenant-scope'
import { readAsOf, readBrieflyAsOf } from '../../guards/as-of.js'
import { optional, readText, type Cells } from '../../cells/cell.js'
import { shortDigestCells } from '../../cells/digest-cell.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement, type Filled } from '../../engine/template.js'
import { readPosition, positionOf } from '../../ledger/ledger.js'
import { shownMessages } from './table.js'
import { expression, joined } from '../../rows/selection.js'
import { ledgerEvents } from '../../ledger/events-table.js'

const MESSAGE = shownMessages.select('m')

/**
 * Other tenants' messages aren't even fetched: that would take longer than finding none
 * (docs/promises#tenant-isolation).
 */
const byIds = statement(`
  SELECT ${MESSAGE} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*) AND m.app_id IN (?x*)`)
const byKeys = statement(`
  SELECT ${MESSAGE} FROM idempotency i JOIN messages m ON m.id = i.message_id
  WHERE i.idempotency_key IN (?x*) AND m.organization_id = ?x AND m.app_id = ?x ORDER BY m.id`)
/** Compares lengths as well as texts: some collations ignore trailing spaces (docs/promises#collations). */
const byReference = statement(`
  SELECT ${MESSAGE} FROM messages m
  WHERE m.organization_id = ?x AND m.app_id = ?x AND m.client_reference = ? AND OCTET_LENGTH(m.client_reference) = ?
  ORDER BY m.id DESC LIMIT ?`)

const posted = ledgerEvents.pickFormed(
  ({ entryId, amountMinor, relatedEntryId, occurredAtMs, seq }) => ({
    entryId,
    amountMinor,
    relatedEntryId,
    occurredAtMs,
    seq,
  }),
  'entryId',
  'amountMinor',
  'relatedEntryId',
  'occurredAtMs',
  'seq',
)

const usageListed = joined(
  {
    e: posted,
    type: expression('e.type', (from) => readText(from) as UsageEntry['type']),
    messageId: expression('e.message_id', (from) => idOf('msg', from)),
    closedBy: expression(
      'CASE WHEN e.phase = 1 THEN c.type END',
      (from) => optional(readText, from) as UsageEntry['closedBy'],
    ),
  },
  ({ e, type, messageId, closedBy }) => ({ e, type, messageId, closedBy }),
)

/** One range of the app's index; the event that closed a reservation is joined from the ledger. */
const usagePage = statement(`
  SELECT ${usageListed.columns}
  FROM ledger_events e {by ledger_events.of_app}
  LEFT JOIN ledger_events c ON c.message_id = e.message_id AND c.phase = 2
  WHERE e.app_id = ?x AND e.environment = ? AND e.currency = ? AND e.occurred_at >= ? AND e.occurred_at < ?
    AND (e.occurred_at > ? OR e.seq > ?) AND e.organization_id = ?x AND e.phase IS NOT NULL
  ORDER BY e.occurred_at, e.seq LIMIT ?`)

const scoped = ({ organizationId, appId }: TenantScope): readonly [string, string] => [
  idCell(organizationId),
  idCell(appId),
]

/** The page starts at the position's time, where only later numbers count, or at the start of the range. */
const pageOf = (scope: TenantScope, query: UsageQuery): Filled => {
  const { environment, currency, fromMs, toMs, after, limit } = query
  const [organization, app] = scoped(scope)
  const beyond = after !== undefined && after.occurredAtMs >= fromMs ? after : undefined
  const startMs = beyond?.occurredAtMs ?? fromMs
  return usagePage(app, environment, currency, startMs, toMs, startMs, beyond?.seq ?? 0, organization, limit)
}

/**
 * An object literal: spreading two objects for each row of a page took longer than the rest of the reading.
 */
const usageOf = (row: Cells): UsageEntry => {
  const { e, type, messageId, closedBy } = usageListed.of(row)
  const { entryId, amountMinor, relatedEntryId, occurredAtMs, seq } = e
  return { entryId, type, amountMinor, messageId, relatedEntryId, occurredAtMs, seq, closedBy }
}

const byQuestions = (requested: readonly MessageQuestion[]): Filled =>
  byIds(
    [...new Set(requested.map(({ messageId }) => idCell(messageId)))],
    [...new Set(requested.map(({ scope }) => idCell(scope.appId)))],
  )

/** The message of each question, if it belongs to the asking app. */
const among = (
  found: readonly ShownMessage[],
  requested: readonly MessageQuestion[],
): ReadonlyArray<ShownMessage | undefined> => {
  const byId = new Map(found.map((message) => [message.messageId, message]))
  return requested.map(({ scope, messageId }) => {
    const message = byId.get(messageId)
    const isOurs = message?.organizationId === scope.organizationId && message.appId === scope.appId
    return isOurs ? message : undefined
  })
}

export const projectionStorage = (engine: Engine): ProjectionStorage => {
  const asOf = <A>(reading: Filled, valueOf: (rows: Rows) => A) =>
    readAsOf(engine, [reading], ([rows = []]) => valueOf(rows))
  const list = (rows: Rows) => rows.map(shownMessages.of)
  return {
    messages: (requested) => () => asOf(byQuestions(requested), (rows) => among(list(rows), requested)),
    messagesByKeys: (scope, keys) => () => asOf(byKeys(shortDigestCells(keys), ...scoped(scope)), list),
    messagesByReference: (scope, reference, limit) => () =>
      asOf(byReference(...scoped(scope), reference, Buffer.byteLength(reference), limit), list),
    balance: (key) => () =>
      readBrieflyAsOf(engine, [readPosition(...accountCells(key))], ([rows = []]) => positionOf(rows)),
    usage: (scope, query) => () => asOf(pageOf(scope, query), (rows) => rows.map(usageOf)),
  }
}
