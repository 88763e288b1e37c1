import type { Digest } from '../domain/ledger/digest.js'

/** What a digest is for; each has a key of its own. */
export type DigestPurpose = 'audit' | 'throttle' | 'email' | 'operation'

/** Digests that nobody without the service's key can make or try (reliability 5.4, 5.5, 5.10). */
export interface KeyedDigests {
  /** HMAC-SHA-256 under the purpose's own key; after a change of the master key it is another. */
  of(purpose: DigestPurpose, text: string): Digest
  /** Whether the digest is of this text, under the present key or an earlier one; in constant time. */
  matches(purpose: DigestPurpose, text: string, digest: Digest): boolean
}
