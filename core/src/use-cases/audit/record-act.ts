import type { AuditEvent, Origin } from '../../domain/audit/audit-event.js'
import { link } from '../../domain/audit/chain.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'

/** What somebody did, as the audit log is told; what is left out was not there. */
export type Act = Pick<AuditEvent, 'actor' | 'action' | 'target' | 'organizationId' | 'details'> &
  Partial<Pick<AuditEvent, 'reason' | 'credentialId' | 'outcome'>> & { readonly origin?: Origin }

export type AuditNeeds = Pick<Ports, 'ids' | 'keyedDigests'>

/**
 * Adds the act to its Organization's chain, in the unit that does it: where one cannot be written, neither is the
 * other (reliability A-1). To be called last in a unit.
 */
export const recordAct = async (
  { ids, keyedDigests }: AuditNeeds,
  unit: UnitOfWork,
  { origin, ...act }: Act,
  atMs: EpochMs,
): Promise<void> => {
  const head = await unit.audit.lockHead(act.organizationId)
  const event: AuditEvent = {
    auditId: ids.next('aud'),
    credentialId: undefined,
    outcome: 'done',
    reason: undefined,
    requestId: origin?.requestId,
    clientAddress: origin?.clientAddress,
    atMs,
    ...act,
  }
  unit.audit.append(link(head, event, (text) => keyedDigests.of('audit', text)))
}
