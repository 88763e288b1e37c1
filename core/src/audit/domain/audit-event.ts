import type { AuditId, OrganizationId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/**
 * An actor: a person, a person's Agent, a super admin at the console or command line (`operator`), or
 * Postrider itself.
 */
export interface Actor {
  readonly kind: 'user' | 'agent' | 'operator' | 'system'
  /** The person's identifier (for an Agent, its sponsor); a plain name if there is none. */
  readonly id: string
}

/** The origin of a request; it connects an event with the logs. */
export interface Origin {
  readonly requestId: string | undefined
  /** The client's address in canonical form. */
  readonly clientAddress: string | undefined
}

/**
 * An immutable record of an action, written in the same transaction as the action
 * (docs/promises#unrecorded-acts).
 */
export interface AuditEvent extends Origin {
  readonly auditId: AuditId
  readonly actor: Actor
  /** The session or key that the actor used; undefined if there is none. */
  readonly credentialId: string | undefined
  /** The name of the operation or use case. */
  readonly action: string
  /** The affected record. */
  readonly target: string
  /** The Organization whose chain contains the event; undefined for the platform's chain. */
  readonly organizationId: OrganizationId | undefined
  readonly outcome: 'done' | 'refused'
  readonly reason: string | undefined
  readonly atMs: EpochMs
  /** The changes, without secrets. */
  readonly details: Readonly<Record<string, string | number | boolean>>
}
