import type { KeyId, KeyNames } from '../../kernel/ids/key-id.js'
import { type AuditEntry, KEY_VERSION_ACTION } from './chain.js'

/** Which keys prove the entries of a chain, as far as it was read. */
export interface ChainKeyVersions {
  /** The key that alone proves entries now; undefined: no entry named one yet, and any key of the ring will do. */
  readonly keyVersion: KeyId | undefined
  /** Keys that proved or named entries. */
  readonly seen: ReadonlySet<KeyId>
  /** Keys whose key version is over: they prove older entries alone. */
  readonly closed: ReadonlySet<KeyId>
  /** Whether the chain passed from one key to another and no entry has opened a key version since. */
  readonly isUnopened: boolean
}

/** What an entry is found to be. */
export type Found =
  | { readonly _tag: 'Sound'; readonly keyId: KeyId; readonly keyVersions: ChainKeyVersions }
  | { readonly _tag: 'Altered'; readonly why: string }
  /** This process doesn't have its key. `keyId` is undefined if the entry names none, as in databases from before 0.1.0. */
  | { readonly _tag: 'UnknownKey'; readonly keyId: KeyId | undefined; readonly keyVersions: ChainKeyVersions }

export const NO_KEY_VERSIONS: ChainKeyVersions = {
  keyVersion: undefined,
  seen: new Set(),
  closed: new Set(),
  isUnopened: false,
}

const altered = (why: string): Found => ({ _tag: 'Altered', why })

const isKeyVersion = ({ action }: AuditEntry): boolean => action === KEY_VERSION_ACTION

/** The chain in the key version of the key: whatever else proved entries of it proves no later ones. */
const inKeyVersionOf = (
  { seen, closed, isUnopened }: ChainKeyVersions,
  entry: AuditEntry,
  keyId: KeyId,
): ChainKeyVersions => {
  const others = [...seen].filter((other) => other !== keyId)
  return {
    keyVersion: keyId,
    seen: new Set([...seen, keyId]),
    closed: new Set([...closed, ...others]),
    isUnopened: !isKeyVersion(entry) && (isUnopened || others.some((other) => !closed.has(other))),
  }
}

/** Whether an entry may stand in the chain under the key that it names. */
const reasonNotUnder = (
  { keyVersion, closed }: ChainKeyVersions,
  entry: AuditEntry,
  keyId: KeyId,
): string | undefined => {
  if (closed.has(keyId)) return `is under the key ${keyId}, whose keyVersion was closed before it`
  if (keyVersion === undefined || keyVersion === keyId || isKeyVersion(entry)) return undefined
  return `is under the key ${keyId}, in the keyVersion of ${keyVersion}`
}

/** An entry that does not name its key may be under any whose key version is not over. */
const nameless = (
  keyVersions: ChainKeyVersions,
  entry: AuditEntry,
  names: KeyNames,
  proves: (keyId: KeyId) => boolean,
): Found => {
  const { keyVersion, closed, seen } = keyVersions
  const isCandidate = (keyId: KeyId): boolean =>
    !closed.has(keyId) && (keyVersion === undefined || keyVersion === keyId || isKeyVersion(entry))
  const keyId = names.ids.find((each) => isCandidate(each) && proves(each))
  if (keyId !== undefined) {
    const after = isKeyVersion(entry)
      ? inKeyVersionOf(keyVersions, entry, keyId)
      : { ...keyVersions, seen: new Set([...seen, keyId]) }
    return { _tag: 'Sound', keyId, keyVersions: after }
  }
  if (keyVersion !== undefined && names.has(keyVersion)) return altered('is not what was written')
  return { _tag: 'UnknownKey', keyId: keyVersion, keyVersions }
}

/**
 * Judges the next entry of a chain (docs/decisions/0031). `proves`: whether its digest is right under a key of
 * this process. A key that is not here proves nothing and disproves nothing; one whose key version is over proves no entry that
 * comes after, so that who has a retired key can neither add to a chain nor rewrite it.
 */
export const judgeEntry = (
  keyVersions: ChainKeyVersions,
  entry: AuditEntry,
  names: KeyNames,
  proves: (keyId: KeyId) => boolean,
): Found => {
  const { keyId } = entry
  if (keyId === undefined) return nameless(keyVersions, entry, names, proves)
  const reason = reasonNotUnder(keyVersions, entry, keyId)
  if (reason !== undefined) return altered(reason)
  const after = inKeyVersionOf(keyVersions, entry, keyId)
  if (!names.has(keyId)) return { _tag: 'UnknownKey', keyId, keyVersions: after }
  return proves(keyId) ? { _tag: 'Sound', keyId, keyVersions: after } : altered('is not what was written')
}
