import type { KeyId, KeyNames } from '../ids/key-id.js'
import type { Digest } from '../digests/digest.js'

/** The purpose of a digest; each purpose has a key of its own. */
export type DigestPurpose =
  'audit' | 'throttle' | 'email' | 'operation' | 'enrolment' | 'recipient' | 'bounce'

/**
 * Digests that can't be created or guessed without the service's key (docs/promises#tokens-at-rest).
 * @example
 * ```ts
 * import { createKeyedDigests } from '@postrider/node/auth/hmac-keyed-digests'
 * import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
 *
 * const digests = createKeyedDigests({ current: parseMasterKey(newMasterKey()) })
 * const throttled: string = digests.of('throttle', 'asha@example.com')
 * ```
 */
export interface KeyedDigests extends KeyNames {
  /**
   * HMAC-SHA-256 under the purpose's own key, derived from the master key `under`; default: the process's
   * own. Each master key gives a different digest. Throws if this process doesn't have the key.
   */
  of(purpose: DigestPurpose, text: string, under?: KeyId): Digest
  /**
   * Whether the digest is of this text under that key; in constant time. Throws if this process doesn't have
   * the key.
   */
  matches(purpose: DigestPurpose, text: string, digest: Digest, under: KeyId): boolean
}
