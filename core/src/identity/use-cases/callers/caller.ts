import type { AuditEvent } from '../../../audit/domain/audit-event.js'
import type { UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { isOperatorSessionOver, type OperatorSession } from '../../domain/people/operator-session.js'
import { isPersonSessionOver } from '../../domain/people/person-session.js'
import { type EpochMs, HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import type { ServerCredential } from '../../../tenancy/domain/credential.js'
import type { Organization } from '../../../tenancy/domain/records.js'
import type { AgentSecret, CredentialSecret } from '../../ports/bearer-secrets.js'
import type { PersonSessionFacts } from '../../ports/cookie-session-storage.js'
import type { AgentFacts, CallerFacts, SessionFacts } from '../../ports/people-storage.js'

/**
 * A customer's server with its address: a credential that was valid at an epoch, and the proof to check it
 * again.
 */
export interface Server {
  readonly _tag: 'Server'
  readonly credential: ServerCredential
  readonly epoch: number
  readonly proof: CredentialSecret
  /** As normalized by the port IpAddresses. An invalid address matches no app's `allowedIps`. */
  readonly clientAddress: string
}

/** A signed-in person: the owner of an access token at an epoch, and the proof to check it again. */
export interface Person {
  readonly _tag: 'Person'
  readonly audience: 'customerControl'
  readonly facts: SessionFacts
  readonly epoch: number
  /** The verifier of the access token. */
  readonly proof: Digest
}

/** A person at the website: the owner of a session at an epoch; the session is used to check it again. */
export interface WebsiteUser {
  readonly _tag: 'WebsiteUser'
  readonly audience: 'customerWebsite'
  readonly facts: PersonSessionFacts
  readonly epoch: number
}

/** An Agent: the owner of a key at an epoch, and the proof to check it again. */
export interface Agent {
  readonly _tag: 'Agent'
  readonly audience: 'customerAgent' | 'adminAgent'
  readonly facts: AgentFacts
  readonly epoch: number
  readonly proof: AgentSecret
}

/**
 * The proof to check a super admin again: the password that was used, and when a second factor was confirmed.
 */
export interface OperatorProof {
  readonly userId: UserId
  readonly passwordHash: string | undefined
  readonly confirmedAtMs: EpochMs
  /**
   * The session of the proof, as of the epoch; undefined: there is none, because the proof was given at the
   * command line.
   */
  readonly session?: OperatorSession | undefined
}

/** A super admin with a proved identity, by password and second factor. */
export interface Operator {
  readonly _tag: 'Operator'
  readonly audience: 'adminConsole'
  readonly facts: CallerFacts
  readonly epoch: number
  readonly proof: OperatorProof
}

/**
 * Super admins must prove their identity again after this time, however active they are
 * (docs/api/sign-in#second-factors).
 */
const LONGEST_MS = 12 * HOUR_MS

/** Whether a super admin's proof of identity, or the last activity in their session, is too old. */
export const mustProveAgain = (
  { confirmedAtMs, session }: Pick<OperatorProof, 'confirmedAtMs' | 'session'>,
  nowMs: EpochMs,
): boolean =>
  session === undefined ? nowMs - confirmedAtMs >= LONGEST_MS : isOperatorSessionOver(session, nowMs)

/** A caller of operations. */
export type Principal = Person | WebsiteUser | Operator | Agent

/** A caller of any kind, authenticated by the credential of its kind. */
export type Caller = Server | Principal

/** Whether the caller's cookie session has expired since it was read. */
export const isOver = (principal: Principal, nowMs: EpochMs): boolean => {
  if (principal._tag === 'Operator') return mustProveAgain(principal.proof, nowMs)
  return principal._tag === 'WebsiteUser' && isPersonSessionOver(principal.facts.session, nowMs)
}

/**
 * Whether an Organization requires a second factor of its members, and the caller has none. Agents are
 * programs and need none.
 */
export const lacksSecondFactor = (
  principal: Principal,
  organization: Pick<Organization, 'requiresSecondFactor'> | undefined,
): boolean =>
  organization?.requiresSecondFactor === true &&
  (principal._tag === 'Person' || principal._tag === 'WebsiteUser') &&
  principal.facts.session.confirmedAtMs === undefined

/** Whether the caller is a program, not a person. */
export const isAgent = (principal: Principal): principal is Agent => principal._tag === 'Agent'

/**
 * The permanent name of a caller in records: the person, or the person behind the Agent, and their
 * credential.
 */
export type RecordedActor = Pick<AuditEvent, 'actor'> & Partial<Pick<AuditEvent, 'credentialId'>>

/** The caller's name in the audit log. */
export const signatureOf = (principal: Principal): RecordedActor => {
  const { userId: id } = principal.facts.user
  switch (principal._tag) {
    case 'Person':
    case 'WebsiteUser':
      return { actor: { kind: 'user', id }, credentialId: principal.facts.session.sessionId }
    case 'Operator':
      return { actor: { kind: 'operator', id }, credentialId: principal.proof.session?.sessionId }
    case 'Agent':
      return { actor: { kind: 'agent', id }, credentialId: principal.facts.key.agentKeyId }
  }
}
