import type { AuditEvent } from '@postrider/core/domain/audit/audit-event'
import { json, optional, text, integer, type Cells } from '../cells/cell.js'
import { idCell, idCellOr, idOf, idOrNone } from '../cells/id-cell.js'
import { insertInto, table, type Insertion } from '../engine/insertion.js'

export const auditEvents = table('audit_events', [
  'id x',
  'actor_kind',
  'actor_id',
  'action',
  'target',
  'organization_id x',
  'reason',
  'at',
  'details',
])

const insert = insertInto(auditEvents)

export const insertAuditEvents = (events: readonly AuditEvent[]): Insertion =>
  insert(
    events.flatMap((event) => [
      idCell(event.auditId),
      event.actor.kind,
      event.actor.id,
      event.action,
      event.target,
      idCellOr(event.organizationId),
      event.reason ?? null,
      event.atMs,
      JSON.stringify(event.details),
    ]),
  )

export const auditEventOf = (row: Cells): AuditEvent => ({
  auditId: idOf('aud', row[0]),
  actor: { kind: text(row[1]) as AuditEvent['actor']['kind'], id: text(row[2]) },
  action: text(row[3]),
  target: text(row[4]),
  organizationId: idOrNone('org', row[5]),
  reason: optional(text, row[6]),
  atMs: integer(row[7]),
  details: json(row[8]) as AuditEvent['details'],
})
