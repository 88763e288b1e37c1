import type { auditOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as listAuditEvents from './list-audit-events.js'

/** What carries out the operations about the audit log. */
export const auditImplementations = {
  ...listAuditEvents,
} satisfies ImplementationsOf<typeof auditOperations>
