import { hash, randomBytes } from 'node:crypto'

/** A key of the key ring and the name that sealed texts call it by. */
export interface MasterKey {
  readonly id: string
  readonly key: Buffer
}

/** The key that makes, and earlier ones that only recognise what they made once. */
export interface MasterKeys {
  readonly current: MasterKey
  readonly previous?: readonly MasterKey[]
}

const KEY_BYTES = 32
const FORM = /^[A-Za-z0-9+/]{43}=$/

/**
 * Reads a master key: 32 bytes in base64. Its id is the start of a digest of it, so that the same key has the
 * same id wherever it is configured. Throws a sentence that tells what is wrong, without the text.
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

/** A new master key in the form that `parseMasterKey` reads. */
export const newMasterKey = (): string => randomBytes(KEY_BYTES).toString('base64')
