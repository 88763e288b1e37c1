import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type Hmac,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import { byKeyId, underKey } from './master-key-ring.js'
import type { MasterKey, MasterKeys } from './master-key.js'

/** HMAC-SHA-256 for one use. */
export interface DerivedMac {
  /** The digest of a text with that master key, by default the current one. Throws if the key is missing. */
  of(text: string, under?: KeyId): Digest
  /**
   * Whether the digest is of this text, with that master key or, if none is named, with any; in constant
   * time, also without a digest. Throws if the named key is missing.
   */
  matches(text: string, digest: Digest | undefined, under?: KeyId): boolean
}

const MAC_BYTES = 32
const FORM = /^[0-9a-f]{64}$/

/**
 * A key for one use: derived, so that knowledge from one use of the master key reveals nothing about another.
 */
const keyFor = (use: string, { key }: MasterKey): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), use, MAC_BYTES)))

const macUnder = (key: KeyObject, text: string): Hmac => createHmac('sha256', key).update(text)

// Compared if there is no valid digest.
const nothing = Buffer.alloc(MAC_BYTES)

/** Digests for the named use, with keys derived from the master keys for this use only. */
export const createDerivedMac = (use: string, masters: MasterKeys): DerivedMac => {
  const keys = byKeyId(masters, (master) => keyFor(use, master))
  const own = masters.current.id
  return {
    of: (text, under = own) => macUnder(underKey(keys, under), text).digest('hex'),
    matches: (text, digest, under) => {
      // A digest in another spelling counts as different, so that a changed record is never accepted.
      const whole = digest !== undefined && FORM.test(digest)
      const expected = whole ? Buffer.from(digest, 'hex') : nothing
      // Every key is tried, so that the time reveals nothing.
      const tried = under === undefined ? [...keys.values()] : [underKey(keys, under)]
      const found = tried.map((key) => timingSafeEqual(macUnder(key, text).digest(), expected))
      return whole && found.includes(true)
    },
  }
}
