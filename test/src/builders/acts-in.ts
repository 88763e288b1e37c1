import type { AuditEntry } from '@postrider/core/audit/domain/chain'

/** The acts of an audit log, without their chain positions and origins. */
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
