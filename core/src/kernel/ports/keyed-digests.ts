import type { KeyId, KeyNames } from '../ids/key-id.js'
import type { Digest } from '../digests/digest.js'

/** What a digest is for; each has a key of its own. */
export type DigestPurpose =
  'audit' | 'throttle' | 'email' | 'operation' | 'enrolment' | 'recipient' | 'bounce'

/**
 * Digests that nobody without the service's key can make or try (docs/promises#tokens-at-rest).
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
   * HMAC-SHA-256 under the purpose's own key, derived from the master key that is named; by default from the process's
   * own. Under another master key it is another digest. Throws where this process does not have the key.
   */
  of(purpose: DigestPurpose, text: string, under?: KeyId): Digest
  /** Whether the digest is of this text under that key; in constant time. Throws where this process does not have it. */
  matches(purpose: DigestPurpose, text: string, digest: Digest, under: KeyId): boolean
}
