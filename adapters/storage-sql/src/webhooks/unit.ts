import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { EventType } from '@postrider/core/feed/domain/event-note'
import type { EndpointId } from '@postrider/core/kernel/ids/id'
import type { ReplayedEvent } from '@postrider/core/webhooks/domain/replay'
import { optional, readInteger, readText } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Rows } from '../engine/engine.js'
import { insertOrReplace } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { BLOCK, eventsIn } from '../events/tables.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'
import { pendingDeliveries, readKey, webhookEndpoints } from './tables.js'

const gateway = tableGateway(webhookEndpoints, ['id'], (id: EndpointId) => [idCell(id)])

const countOfApp = statement(
  'SELECT COUNT(*) FROM webhook_endpoints e {by webhook_endpoints.of_app} WHERE e.app_id = ?x AND e.is_of_receiver = 0',
)
const readLatest = statement('SELECT s.seq FROM event_streams s WHERE s.app_id = ?x')
const findBlocks = statement(`
  SELECT ${BLOCK} FROM event_blocks b {by event_blocks.PRIMARY}
  WHERE b.app_id = ?x AND b.last_seq >= ? AND b.first_seq <= ? ORDER BY b.last_seq LIMIT ?`)
const findFailed = statement(`
  SELECT DISTINCT a.seq, a.message_id, a.type FROM webhook_attempts a {by webhook_attempts.by_outcome}
  WHERE a.endpoint_id = ?x AND a.is_delivered = 0 AND a.at >= ? AND a.seq >= ? AND NOT EXISTS (
    SELECT 1 FROM webhook_attempts d WHERE d.endpoint_id = a.endpoint_id AND d.seq = a.seq AND d.at >= a.at AND d.is_delivered = 1)
  ORDER BY a.seq LIMIT ?`)
const findPending = statement(`
  SELECT p.seq, p.message_id FROM webhook_pending p {by webhook_pending.PRIMARY} WHERE p.endpoint_id = ?x ORDER BY p.seq`)
const putPending = insertOrReplace(pendingDeliveries.table, ['endpoint_id', 'seq'])
const removePending = statement('DELETE FROM webhook_pending WHERE endpoint_id = ?x')

const replayedOf = ([seq, message]: Rows[number]): ReplayedEvent => ({
  sequence: readInteger(seq),
  key: readKey(message),
})

/** Webhook endpoints inside a unit; the app's row is locked first, so that its count doesn't change. */
export const webhookRepository = (sequence: StatementSequence): UnitOfWork['webhookEndpoints'] => {
  const { lock, add, replace, remove } = repositoryOf(sequence, gateway)
  return {
    lock,
    add,
    replace,
    remove: (endpointId) => {
      sequence.writeApart(removePending(idCell(endpointId)))
      remove(endpointId)
    },
    countOf: async (appId) => {
      const [rows = []] = await sequence.read([countOfApp(idCell(appId))])
      return readInteger(rows[0]?.[0])
    },
    latestOf: async (appId) => {
      const [rows = []] = await sequence.read([readLatest(idCell(appId))])
      return optional(readInteger, rows[0]?.[0]) ?? 0
    },
    eventsIn: async (appId, { from, to }, most) => {
      const [rows = []] = await sequence.read([findBlocks(idCell(appId), from, to, most)])
      return rows
        .flatMap((row) => eventsIn(row, from - 1, most))
        .filter((event) => event.sequence <= to)
        .slice(0, most)
    },
    failedSince: async (endpointId, { sinceMs, from }, most) => {
      const [rows = []] = await sequence.read([findFailed(idCell(endpointId), sinceMs, from, most)])
      return rows.map((row) => ({ ...replayedOf(row), type: readText(row[2]) as EventType }))
    },
    pendingOf: async (endpointId) => {
      const [rows = []] = await sequence.read([findPending(idCell(endpointId))])
      return rows.map(replayedOf)
    },
    putPending: (endpointId, pending) => {
      if (pending.length > 0)
        sequence.writeApart(
          putPending(pendingDeliveries.rows(pending.map((one) => ({ ...one, endpointId })))),
        )
    },
  }
}
