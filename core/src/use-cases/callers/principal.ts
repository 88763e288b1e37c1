import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { Digest } from '../../domain/ledger/digest.js'
import type { AgentFacts, SessionFacts } from '../../ports/storage/people-storage.js'
import type { AgentSecret } from '../../ports/bearer-secrets.js'

/** A signed-in person: whose access token it was at an epoch, and what it takes to look again. */
export interface Person {
  readonly audience: 'customerControl'
  readonly facts: SessionFacts
  readonly epoch: number
  /** The verifier of the access token. */
  readonly proof: Digest
}

/** An Agent: whose key it was at an epoch, and what it takes to look again. */
export interface Agent {
  readonly audience: 'customerAgent' | 'adminAgent'
  readonly facts: AgentFacts
  readonly epoch: number
  readonly proof: AgentSecret
}

/** Who calls operations. */
export type Principal = Person | Agent

/** How the audit log names a caller: the person, or the person behind the Agent; and by what he came in. */
export const signatureOf = (principal: Principal): Pick<AuditEvent, 'actor' | 'credentialId'> => {
  const { userId: id } = principal.facts.user
  return principal.audience === 'customerControl'
    ? { actor: { kind: 'user', id }, credentialId: principal.facts.session.sessionId }
    : { actor: { kind: 'agent', id }, credentialId: principal.facts.key.agentKeyId }
}
