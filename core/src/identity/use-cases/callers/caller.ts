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

/** A customer's server, and where it calls from: a credential that was live at an epoch, and what it takes to look again. */
export interface Server {
  readonly _tag: 'Server'
  readonly credential: ServerCredential
  readonly epoch: number
  readonly proof: CredentialSecret
  /** As the port IpAddresses normalises it. What is no address is within no app's `allowedIps`. */
  readonly clientAddress: string
}

/** A signed-in person: whose access token it was at an epoch, and what it takes to look again. */
export interface Person {
  readonly _tag: 'Person'
  readonly audience: 'customerControl'
  readonly facts: SessionFacts
  readonly epoch: number
  /** The verifier of the access token. */
  readonly proof: Digest
}

/** A person at the website: whose session it was at an epoch, which is what it takes to look again. */
export interface WebsiteUser {
  readonly _tag: 'WebsiteUser'
  readonly audience: 'customerWebsite'
  readonly facts: PersonSessionFacts
  readonly epoch: number
}

/** An Agent: whose key it was at an epoch, and what it takes to look again. */
export interface Agent {
  readonly _tag: 'Agent'
  readonly audience: 'customerAgent' | 'adminAgent'
  readonly facts: AgentFacts
  readonly epoch: number
  readonly proof: AgentSecret
}

/** What it takes to look at a super admin again: by what password, and when by a second factor, it was proved who it is. */
export interface OperatorProof {
  readonly userId: UserId
  readonly passwordHash: string | undefined
  readonly confirmedAtMs: EpochMs
  /** The session in which it was proved, as it was at the epoch; undefined: the proof stands by itself, at the command line. */
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

/** However active a super admin is, after so long they prove their identity again (docs/contract#second-factors). */
const LONGEST_MS = 12 * HOUR_MS

/** Whether it is too long ago that a super admin proved their identity, or acted in their session. */
export const mustProveAgain = (
  { confirmedAtMs, session }: Pick<OperatorProof, 'confirmedAtMs' | 'session'>,
  nowMs: EpochMs,
): boolean =>
  session === undefined ? nowMs - confirmedAtMs >= LONGEST_MS : isOperatorSessionOver(session, nowMs)

/** Who calls operations. */
export type Principal = Person | WebsiteUser | Operator | Agent

/** A caller of any kind, each by the credential of its kind. */
export type Caller = Server | Principal

/** Whether time alone has ended what lets the caller in, since it was looked at: of a session by cookie it does. */
export const isOver = (principal: Principal, nowMs: EpochMs): boolean => {
  if (principal._tag === 'Operator') return mustProveAgain(principal.proof, nowMs)
  return principal._tag === 'WebsiteUser' && isPersonSessionOver(principal.facts.session, nowMs)
}

/**
 * Whether an Organization requires a second factor of its members, and the caller came without one. Agents are programs: of
 * them none is required.
 */
export const lacksSecondFactor = (
  principal: Principal,
  organization: Pick<Organization, 'requiresSecondFactor'> | undefined,
): boolean =>
  organization?.requiresSecondFactor === true &&
  (principal._tag === 'Person' || principal._tag === 'WebsiteUser') &&
  principal.facts.session.confirmedAtMs === undefined

/** Whether the caller is a program, and not a person who is there. */
export const isAgent = (principal: Principal): principal is Agent => principal._tag === 'Agent'

/** How a caller is named for good: the person, or the person behind the Agent; and by what means. */
export type RecordedActor = Pick<AuditEvent, 'actor'> & Partial<Pick<AuditEvent, 'credentialId'>>

/** How the audit log names a caller. */
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
