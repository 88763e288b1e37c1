import { type Digest, frame, GENESIS_DIGEST } from '../ledger/digest.js'
import type { OrganizationId } from '../ids/id.js'
import type { AuditEvent } from './audit-event.js'

/** An event as a link of its chain: each Organization has one, and the platform one for what concerns no tenant. */
export interface AuditEntry extends AuditEvent {
  /** 1, 2, 3 … without a gap. */
  readonly seq: number
  /** Keyed digest of the predecessor's digest and all that the event says (reliability 5.10). */
  readonly digest: Digest
}

/** Where a chain ends. */
export interface AuditHead {
  /** Undefined: the platform's own chain. */
  readonly organizationId: OrganizationId | undefined
  readonly seq: number
  readonly digest: Digest
}

/** The number of a chain's last entry, whatever its head says. */
export type AuditEnd = Pick<AuditHead, 'organizationId' | 'seq'>

/** Makes the keyed digest of a text: nobody without the key can make or mend a chain. */
export type Mac = (text: string) => Digest

/** The head of a chain that has no event yet. */
export const emptyChain = (organizationId: OrganizationId | undefined): AuditHead => ({
  organizationId,
  seq: 0,
  digest: GENESIS_DIGEST,
})

const sorted = (details: AuditEvent['details']): string =>
  frame(
    Object.entries(details)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, value]) => [name, typeof value, String(value)]),
  )

/** What the digest of an event is made of. */
export const linkText = (previous: Digest, seq: number, event: AuditEvent): string =>
  frame([
    'audit-event-1',
    previous,
    seq,
    event.auditId,
    event.organizationId,
    event.actor.kind,
    event.actor.id,
    event.credentialId,
    event.action,
    event.target,
    event.outcome,
    event.reason,
    event.requestId,
    event.clientAddress,
    event.atMs,
    sorted(event.details),
  ])

/** The event as the next link of the chain that ends at `head`. */
export const link = (head: AuditHead, event: AuditEvent, mac: Mac): AuditEntry => {
  const seq = head.seq + 1
  return { ...event, seq, digest: mac(linkText(head.digest, seq, event)) }
}

/** Where the chain ends once the entry belongs to it. */
export const headAfter = ({ organizationId, seq, digest }: AuditEntry): AuditHead => ({
  organizationId,
  seq,
  digest,
})
