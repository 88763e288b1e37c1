import type { auditOperations } from '../../../domain/operations/audit/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as listAuditEvents from './list-audit-events.js'

/** What carries out the operations about the audit log. */
export const auditImplementations = {
  ...listAuditEvents,
} satisfies ImplementationsOf<keyof typeof auditOperations>
