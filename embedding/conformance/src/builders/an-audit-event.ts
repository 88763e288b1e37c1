import type { AuditEvent } from '@postrider/core/audit/domain/audit-event'
import { fresh, NOW_MS } from './fresh.js'

/** A super admin's action. */
export const anAuditEvent = (overrides: Partial<AuditEvent> = {}): AuditEvent => ({
  auditId: fresh.id('aud'),
  actor: { kind: 'operator', id: 'asha' },
  credentialId: undefined,
  action: 'organization.stop',
  target: fresh.id('org'),
  organizationId: undefined,
  outcome: 'done',
  reason: 'said so',
  requestId: undefined,
  clientAddress: undefined,
  atMs: NOW_MS,
  details: { version: 2 },
  ...overrides,
})
