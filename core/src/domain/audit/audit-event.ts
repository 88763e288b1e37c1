import type { AuditId, OrganizationId } from '../ids/id.js'
import type { EpochMs } from '../time/epoch-ms.js'

/** Who did something: a person, a key, or the service itself. */
export interface Actor {
  readonly kind: 'operator' | 'system'
  /** The person's or key's identifier; a plain name where there is none yet. */
  readonly id: string
}

/** What was done, for good: written in the transaction of the act itself (reliability A-1). */
export interface AuditEvent {
  readonly auditId: AuditId
  readonly actor: Actor
  /** The use case's name. */
  readonly action: string
  /** The record that it concerned. */
  readonly target: string
  readonly organizationId: OrganizationId | undefined
  readonly reason: string | undefined
  readonly atMs: EpochMs
  /** What changed, without secrets. */
  readonly details: Readonly<Record<string, string | number | boolean>>
}
