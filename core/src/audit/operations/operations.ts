import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { listAuditEvents, listAuditEventsEntry } from './list-audit-events.js'

/** The audit log as super admins read it (docs/contract#audit-events). */
export const auditOperations = {
  listAuditEvents: listAuditEventsEntry,
} as const

/** What carries out the operations about the audit log. */
export const auditImplementations = {
  listAuditEvents,
} satisfies ImplementationsOf<typeof auditOperations>
