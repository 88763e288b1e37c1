import { hash, randomBytes } from 'node:crypto'

/** A key of the key ring, and its name in sealed texts. */
export interface MasterKey {
  readonly id: string
  readonly key: Buffer
}

/** The current key, and previous ones that only open or verify what they made. */
export interface MasterKeys {
  readonly current: MasterKey
  readonly previous?: readonly MasterKey[]
}

const KEY_BYTES = 32
const FORM = /^[A-Za-z0-9+/]{43}=$/

/**
 * Parses a master key: 32 bytes in base64. Its id is the start of its digest, so that the same key has the
 * same id in every configuration. Throws a sentence that names the problem, without the text.
 */
export const parseMasterKey = (text: string): MasterKey => {
  const key = Buffer.from(text.trim(), 'base64')
  if (!FORM.test(text.trim()) || key.length !== KEY_BYTES) {
    throw new Error('must be 32 bytes in base64: 43 characters and an equals sign')
  }
  return {
    id: hash('sha256', Buffer.concat([Buffer.from('postrider key id '), key]), 'hex').slice(0, 16),
    key,
  }
}

/** A new master key in the format that `parseMasterKey` reads. */
export const newMasterKey = (): string => randomBytes(KEY_BYTES).toString('base64')
