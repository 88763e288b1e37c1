import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { listAuditEvents, listAuditEventsEntry } from './list-audit-events.js'

/** Operations on the audit log for super admins (docs/api/admin#audit-events). */
export const auditOperations = {
  listAuditEvents: listAuditEventsEntry,
} as const

/** Implementations of the operations on the audit log. */
export const auditImplementations = {
  listAuditEvents,
} satisfies ImplementationsOf<typeof auditOperations>
