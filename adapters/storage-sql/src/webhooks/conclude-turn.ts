import type { CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { E } from '@postrider/core/fp'
import type { TurnRecord } from '@postrider/core/webhooks/ports/webhook-storage'
import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import { optional, readInteger, type Cell } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { insertInto, insertOrReplace } from '../engine/insertion.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { pendingDeliveries, webhookAttempts } from './tables.js'

/** The lease, and whether a person disabled or deleted the endpoint during the turn. */
const lockEndpoint = statement(`
  SELECT e.claim, e.disabled_at FROM webhook_endpoints e {by webhook_endpoints.PRIMARY} WHERE e.id = ?x {for update}`)
const readLatest = statement('SELECT s.seq FROM event_streams s WHERE s.app_id = ?x')
/** Behind the lock and before the writes. */
const findPending = statement(`
  SELECT p.seq, p.due_at FROM webhook_pending p {by webhook_pending.PRIMARY} WHERE p.endpoint_id = ?x ORDER BY p.seq`)
const finish = statement(`
  UPDATE webhook_endpoints SET delivered_to = ?, failures = ?, failing_since = ?, paused_until = ?, is_warned = ?,
    disabled_because = ?, disabled_at = ?, notice = COALESCE(?, notice), due_at = ?, takes_events = ?, claim = NULL, lease_until = NULL WHERE id = ?x`)
const removePending = statement('DELETE FROM webhook_pending WHERE endpoint_id = ?x AND seq IN (?*)')
const putPending = insertOrReplace(pendingDeliveries.table, ['endpoint_id', 'seq'])
const insertAttempts = insertInto(webhookAttempts.table)

/**
 * The earliest time at which a pending delivery is due after the turn. With strict ordering, nothing passes the
 * first one.
 */
const nextDue = ({ endpoint, end }: TurnRecord, pending: Rows): number | undefined => {
  const after = new Map(pending.map(([seq, at]) => [readInteger(seq), optional(readInteger, at)]))
  for (const { sequence, dueAtMs } of end.put) after.set(sequence, dueAtMs)
  for (const sequence of end.removed) after.delete(sequence)
  if (endpoint.ordering === 'strict') return after.get(leastOf(after.keys()))
  const due = [...after.values()].filter((at) => at !== undefined)
  return due.length === 0 ? undefined : leastOf(due)
}

/** When the endpoint is due again: at once if there are more events; NULL: once there is a new event. */
const dueCell = (record: TurnRecord, latest: number, pending: Rows, isDisabled: boolean): Cell => {
  if (isDisabled) return null
  const { deliveredTo, health, takesEvents } = record.end
  const next = takesEvents && latest > deliveredTo ? record.nowMs : nextDue(record, pending)
  return next === undefined ? null : Math.max(next, health.pausedUntilMs)
}

/** The notice to the owners after the turn; null: none. */
const noticeCell = ({ end }: TurnRecord): Cell => {
  if (end.disabledBecause !== undefined) return 'disabled'
  return end.warns ? 'failing' : null
}

const storing = (
  record: TurnRecord,
  latest: number,
  pending: Rows,
  disabledAt: number | undefined,
): readonly Statement[] => {
  const { endpoint, end, attempts, nowMs } = record
  const id = idCell(endpoint.endpointId)
  const isDisabled = disabledAt !== undefined || end.disabledBecause !== undefined
  const because = disabledAt === undefined ? (end.disabledBecause ?? null) : 'person'
  const { failures, failingSinceMs, pausedUntilMs, isWarned } = end.health
  return [
    ...(end.removed.length === 0 ? [] : [removePending(id, end.removed)]),
    ...(end.put.length === 0
      ? []
      : [
          putPending(
            pendingDeliveries.rows(end.put.map((one) => ({ ...one, endpointId: endpoint.endpointId }))),
          ),
        ]),
    ...(attempts.length === 0 ? [] : [insertAttempts(webhookAttempts.rows(attempts))]),
    finish(
      end.deliveredTo,
      failures,
      failingSinceMs ?? null,
      pausedUntilMs,
      isWarned ? 1 : 0,
      because,
      isDisabled ? (disabledAt ?? nowMs) : null,
      disabledAt === undefined ? noticeCell(record) : null,
      dueCell(record, latest, pending, isDisabled),
      end.takesEvents ? 1 : 0,
      id,
    ),
  ]
}

/** Stores the end of a turn, if its lease is still this process's. */
export const concludeStoredTurn = async (
  engine: Engine,
  record: TurnRecord,
): Promise<E.Either<StorageUnavailable | CommitUnknown, boolean>> => {
  const { endpointId, appId } = record.endpoint
  const id = idCell(endpointId)
  const outcome = await engine.transaction<boolean>([lockEndpoint(id)], async ([rows = []], ask) => {
    const [locked] = rows
    if (locked === undefined || optional(readInteger, locked[0]) !== record.claim)
      return { statements: [], isKept: false, result: false }
    // Read behind the lock: a sequencer that appends later makes the endpoint due itself.
    const [latest = [], pending = []] = await ask([readLatest(idCell(appId)), findPending(id)])
    const disabledAt = optional(readInteger, locked[1])
    const statements = storing(record, optional(readInteger, latest[0]?.[0]) ?? 0, pending, disabledAt)
    return { statements, isKept: true, result: true }
  })
  return refusalIsBug(outcome)
}
