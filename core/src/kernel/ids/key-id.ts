/** The id of a master key: the start of its digest, so that the id is the same wherever the key is set. */
export type KeyId = string

/** The master keys of a process by id: the keys that it can seal, open and verify with. */
export interface KeyNames {
  /** The key of the setting POSTRIDER_MASTER_KEY: it seals as long as the installation names no key. */
  readonly own: KeyId
  /** All key ids, the own one first. */
  readonly ids: readonly KeyId[]
  has(keyId: KeyId): boolean
}

/**
 * Data is sealed under a key that this process doesn't have. Another process may have it, or this one after
 * its settings are corrected.
 */
export interface UnknownKey {
  readonly _tag: 'UnknownKey'
  readonly keyId: KeyId
}

export const unknownKey = (keyId: KeyId): UnknownKey => ({ _tag: 'UnknownKey', keyId })
