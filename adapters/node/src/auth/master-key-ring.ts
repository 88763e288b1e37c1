import type { KeyId, KeyNames } from '@postrider/core/kernel/ids/key-id'
import type { MasterKey, MasterKeys } from './master-key.js'

const KEY_BYTES = 32

/** The names of the keys, the current one first. */
export const namesOf = ({ current, previous = [] }: MasterKeys): KeyNames => {
  const ids = [...new Set([current, ...previous].map(({ id }) => id))]
  return { own: current.id, ids, has: (keyId) => ids.includes(keyId) }
}

/** A value for each key, by its name. Throws if two keys have the same name, or a key has the wrong size. */
export const byKeyId = <A>(
  { current, previous = [] }: MasterKeys,
  make: (key: MasterKey) => A,
): ReadonlyMap<KeyId, A> => {
  const keys = new Map<KeyId, Buffer>()
  const made = new Map<KeyId, A>()
  for (const master of [current, ...previous]) {
    const { id, key } = master
    if (key.length !== KEY_BYTES) throw new Error(`the key ${id} has ${key.length} bytes, not ${KEY_BYTES}`)
    if (!/^[0-9A-Za-z_-]+$/.test(id))
      throw new Error('a key ID can contain only letters, digits, "_" and "-"')
    if (keys.get(id)?.equals(key) === false) throw new Error(`two different keys are named ${id}`)
    keys.set(id, key)
    made.set(id, make(master))
  }
  return made
}

/**
 * The value of the key. Throws if there is no key with this name: callers that seal check beforehand whether
 * the key exists.
 */
export const underKey = <A>(made: ReadonlyMap<KeyId, A>, keyId: KeyId): A => {
  const found = made.get(keyId)
  if (found === undefined) throw new Error(`the key ${keyId} is not in the key ring`)
  return found
}
