import type * as t from 'io-ts'
import type { AuditEntry } from '../domain/chain.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import type { auditEventShape } from './shapes.js'

/** An entry of the audit log, as responses show it. */
export const auditEventView = (entry: AuditEntry): t.TypeOf<typeof auditEventShape> => {
  const { digest: _digest, keyId: _keyId, atMs, ...event } = entry
  return {
    ...event,
    organizationId: event.organizationId ?? null,
    credentialId: event.credentialId ?? null,
    reason: event.reason ?? null,
    requestId: event.requestId ?? null,
    clientAddress: event.clientAddress ?? null,
    at: isoTime(atMs),
  }
}
