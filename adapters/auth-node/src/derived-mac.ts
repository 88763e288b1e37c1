import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Digest } from '@postrider/core/domain/ledger/digest'
import type { MasterKey, MasterKeys } from './master-key.js'

/** HMAC-SHA-256 for one use. */
export interface DerivedMac {
  /** The digest of a text, under the present key. */
  of(text: string): Digest
  /** Whether the digest is of this text, under any of the keys; in constant time, also where there is none. */
  matches(text: string, digest: Digest | undefined): boolean
}

const MAC_BYTES = 32
const FORM = /^[0-9a-f]{64}$/

/** A key for one use: derived, so that what is learned of one use of the master key tells nothing of another. */
const keyFor = (use: string, { key }: MasterKey): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), use, MAC_BYTES))

const macUnder = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

// Compared where there is no digest that could be right.
const nothing = Buffer.alloc(MAC_BYTES)

/** Digests of the use that is named, under keys derived from the master keys for it alone. */
export const createDerivedMac = (use: string, { current, previous = [] }: MasterKeys): DerivedMac => {
  const present = keyFor(use, current)
  const keys = [present, ...previous.map((earlier) => keyFor(use, earlier))]
  return {
    of: (text) => macUnder(present, text).toString('hex'),
    matches: (text, digest) => {
      // A digest spelled otherwise is another one: a changed record must not pass for what it was.
      const whole = digest !== undefined && FORM.test(digest)
      const expected = whole ? Buffer.from(digest, 'hex') : nothing
      // Every key is tried, so that the time tells nothing.
      const found = keys.map((key) => timingSafeEqual(macUnder(key, text), expected))
      return whole && found.includes(true)
    },
  }
}
