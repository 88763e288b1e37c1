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
  /** The digest of a text, under that master key; by default the own one. Throws where it is not there. */
  of(text: string, under?: KeyId): Digest
  /**
   * Whether the digest is of this text, under that master key or, where none is named, any; in constant time, also
   * where there is none. Throws where the one that is named is not there.
   */
  matches(text: string, digest: Digest | undefined, under?: KeyId): boolean
}

const MAC_BYTES = 32
const FORM = /^[0-9a-f]{64}$/

/** A key for one use: derived, so that what is learned of one use of the master key tells nothing of another. */
const keyFor = (use: string, { key }: MasterKey): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), use, MAC_BYTES)))

const macUnder = (key: KeyObject, text: string): Hmac => createHmac('sha256', key).update(text)

// Compared where there is no digest that could be right.
const nothing = Buffer.alloc(MAC_BYTES)

/** Digests of the use that is named, under keys derived from the master keys for it alone. */
export const createDerivedMac = (use: string, masters: MasterKeys): DerivedMac => {
  const keys = byKeyId(masters, (master) => keyFor(use, master))
  const own = masters.current.id
  return {
    of: (text, under = own) => macUnder(underKey(keys, under), text).digest('hex'),
    matches: (text, digest, under) => {
      // A digest spelled otherwise is another one: a changed record must not pass for what it was.
      const whole = digest !== undefined && FORM.test(digest)
      const expected = whole ? Buffer.from(digest, 'hex') : nothing
      // Every key is tried, so that the time tells nothing.
      const tried = under === undefined ? [...keys.values()] : [underKey(keys, under)]
      const found = tried.map((key) => timingSafeEqual(macUnder(key, text).digest(), expected))
      return whole && found.includes(true)
    },
  }
}
