import type { AuditEntry } from '@postrider/core/audit/domain/chain'

/** What was done, without its places in the chains and without how it came. */
export const actsIn = (audit: readonly AuditEntry[]) =>
  audit.map(({ auditId, actor, action, target, organizationId, reason, atMs, details }) => ({
    auditId,
    actor,
    action,
    target,
    organizationId,
    reason,
    atMs,
    details,
  }))
