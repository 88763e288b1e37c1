import type { AuditId, OrganizationId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** Who did something: a person, a person's Agent, an operator at the console or command line, or the service itself. */
export interface Actor {
  readonly kind: 'user' | 'agent' | 'operator' | 'system'
  /** The person's identifier, who is an Agent's sponsor; a plain name where there is none. */
  readonly id: string
}

/** How a request came: what ties an event to the logs. */
export interface Origin {
  readonly requestId: string | undefined
  /** The address the request came from, in its canonical form. */
  readonly clientAddress: string | undefined
}

/** What was done, for good: written in the transaction of the act itself (docs/promises#unrecorded-acts). */
export interface AuditEvent extends Origin {
  readonly auditId: AuditId
  readonly actor: Actor
  /** The session or key that the actor used; undefined where there is none. */
  readonly credentialId: string | undefined
  /** The operation's or use case's name. */
  readonly action: string
  /** The record that it concerned. */
  readonly target: string
  /** Whose chain the event belongs to; undefined: the platform's. */
  readonly organizationId: OrganizationId | undefined
  readonly outcome: 'done' | 'refused'
  readonly reason: string | undefined
  readonly atMs: EpochMs
  /** What changed, without secrets. */
  readonly details: Readonly<Record<string, string | number | boolean>>
}
