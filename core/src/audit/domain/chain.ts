import { type Digest, frame, GENESIS_DIGEST } from '../../kernel/digests/digest.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { AuditEvent } from './audit-event.js'

/**
 * An event as a link of its chain. Each Organization has a chain, and the platform has one for events without
 * a tenant.
 */
export interface AuditEntry extends AuditEvent {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number
  /** Keyed digest of the predecessor's digest and the whole event (docs/promises#altered-audit-logs). */
  readonly digest: Digest
  /** The key of the digest; undefined if it was written before version 0.1.0, the first to name it. */
  readonly keyId: KeyId | undefined
}

/** The end of a chain. */
export interface AuditHead {
  /** Undefined: the platform's own chain. */
  readonly organizationId: OrganizationId | undefined
  readonly seq: number
  readonly digest: Digest
  /**
   * The key of the chain's current key version; undefined if its entries don't name a key and there is no key
   * version yet.
   */
  readonly keyId: KeyId | undefined
}

/** The number of a chain's last entry, read from the entries instead of the head. */
export type AuditEnd = Pick<AuditHead, 'organizationId' | 'seq'>

/** Makes the keyed digest of a text under one key. Without the key, nobody can create or repair a chain. */
export interface Mac {
  readonly keyId: KeyId
  of(text: string): Digest
}

/** The head of a chain without events, in the key version of the given key. */
export const emptyChain = (organizationId: OrganizationId | undefined, keyId?: KeyId): AuditHead => ({
  organizationId,
  seq: 0,
  digest: GENESIS_DIGEST,
  keyId,
})

/**
 * The action of the platform's entry which records that everything uses a new key, and every chain its key
 * version.
 */
export const ROTATED_ACTION = 'keys.rotated'

/**
 * The action of the entry that opens a key version: from then on no other key proves an entry of the chain.
 */
export const KEY_VERSION_ACTION = 'audit.open_key_era'

const sorted = (details: AuditEvent['details']): string =>
  frame(
    Object.entries(details)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, value]) => [name, typeof value, String(value)]),
  )

/** The text of an event's digest. */
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

/** Appends the event as the next link after `head`. */
export const link = (head: AuditHead, event: AuditEvent, mac: Mac): AuditEntry => {
  const seq = head.seq + 1
  return { ...event, seq, digest: mac.of(linkText(head.digest, seq, event)), keyId: mac.keyId }
}

/**
 * The head after an entry. A chain with entries from before key versions existed has none until an entry
 * opens one.
 */
export const headAfter = (
  { organizationId, seq, digest, keyId, action }: AuditEntry,
  before?: AuditHead,
): AuditHead => {
  const isOutside = before !== undefined && before.keyId === undefined && action !== KEY_VERSION_ACTION
  return { organizationId, seq, digest, keyId: isOutside ? undefined : keyId }
}
