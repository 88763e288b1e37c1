import { type Digest, frame, GENESIS_DIGEST } from '../../kernel/digests/digest.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { AuditEvent } from './audit-event.js'

/** An event as a link of its chain: each Organization has one, and the platform one for what concerns no tenant. */
export interface AuditEntry extends AuditEvent {
  /** 1, 2, 3 … without a gap. */
  readonly seq: number
  /** Keyed digest of the predecessor's digest and all that the event says (docs/promises#altered-audit-logs). */
  readonly digest: Digest
  /** The key that the digest is under; undefined: written before version 0.1.0, which was the first to name it. */
  readonly keyId: KeyId | undefined
}

/** Where a chain ends. */
export interface AuditHead {
  /** Undefined: the platform's own chain. */
  readonly organizationId: OrganizationId | undefined
  readonly seq: number
  readonly digest: Digest
  /** The key of the key version that the chain is in; undefined: it has entries that do not say, and no key version yet. */
  readonly keyId: KeyId | undefined
}

/** The number of a chain's last entry, whatever its head says. */
export type AuditEnd = Pick<AuditHead, 'organizationId' | 'seq'>

/** Makes the keyed digest of a text under one key: nobody without the key can make or mend a chain. */
export interface Mac {
  readonly keyId: KeyId
  of(text: string): Digest
}

/** The head of a chain that has no event yet, in the key version of the key that is named. */
export const emptyChain = (organizationId: OrganizationId | undefined, keyId?: KeyId): AuditHead => ({
  organizationId,
  seq: 0,
  digest: GENESIS_DIGEST,
  keyId,
})

/** The action of the platform's entry that says that everything is under a key, and every chain in its key version. */
export const ROTATED_ACTION = 'keys.rotated'

/** The action of the entry that opens the key version of a key: from it on no other key proves an entry of the chain. */
export const KEY_VERSION_ACTION = 'audit.open_key_era'

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
  return { ...event, seq, digest: mac.of(linkText(head.digest, seq, event)), keyId: mac.keyId }
}

/**
 * Where the chain ends once the entry belongs to it. A chain that has entries of before any key version was said to have begun
 * is in none until an entry opens one.
 */
export const headAfter = (
  { organizationId, seq, digest, keyId, action }: AuditEntry,
  before?: AuditHead,
): AuditHead => {
  const isOutside = before !== undefined && before.keyId === undefined && action !== KEY_VERSION_ACTION
  return { organizationId, seq, digest, keyId: isOutside ? undefined : keyId }
}
