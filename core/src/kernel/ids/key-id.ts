/** What a master key is called by: the start of a digest of it, so that it is called the same wherever it is set. */
export type KeyId = string

/** The keys of a process by their names: what it can seal with, open and prove. */
export interface KeyNames {
  /** The key of the setting POSTRIDER_MASTER_KEY: what seals where the installation names none yet. */
  readonly own: KeyId
  /** All of them, the own one first. */
  readonly ids: readonly KeyId[]
  has(keyId: KeyId): boolean
}

/** Something is under a key that this process does not have: another may, or this one once it is set right. */
export interface UnknownKey {
  readonly _tag: 'UnknownKey'
  readonly keyId: KeyId
}

export const unknownKey = (keyId: KeyId): UnknownKey => ({ _tag: 'UnknownKey', keyId })
