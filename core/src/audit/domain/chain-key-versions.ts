import type { KeyId, KeyNames } from '../../kernel/ids/key-id.js'
import { type AuditEntry, KEY_VERSION_ACTION } from './chain.js'

/** The keys that can prove entries of a chain, up to the position read so far. */
export interface ChainKeyVersions {
  /**
   * The only key that can prove the next entries; undefined if no entry has named a key yet, so that any key
   * of the ring can.
   */
  readonly keyVersion: KeyId | undefined
  /** Keys that proved or named entries. */
  readonly seen: ReadonlySet<KeyId>
  /** Keys whose key version is closed: they prove only older entries. */
  readonly closed: ReadonlySet<KeyId>
  /** Whether the chain changed from one key to another without an entry that opens a key version. */
  readonly isUnopened: boolean
}

/** The verdict on an entry. */
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

/** Moves the chain to the key version of the key; all other keys seen so far are closed. */
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

/** The reason why an entry can't have the key that it names; undefined if it can. */
const reasonNotUnder = (
  { keyVersion, closed }: ChainKeyVersions,
  entry: AuditEntry,
  keyId: KeyId,
): string | undefined => {
  if (closed.has(keyId)) return `uses the key ${keyId}, whose key version was closed earlier`
  if (keyVersion === undefined || keyVersion === keyId || isKeyVersion(entry)) return undefined
  return `uses the key ${keyId} in the key version of ${keyVersion}`
}

/** Checks an entry that doesn't name its key: it may have any key whose key version isn't closed. */
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
  if (keyVersion !== undefined && names.has(keyVersion)) return altered('was changed')
  return { _tag: 'UnknownKey', keyId: keyVersion, keyVersions }
}

/**
 * Checks the next entry of a chain (docs/decisions/0031). `proves` returns whether its digest is right under
 * a key of this process. An unavailable key neither proves nor disproves an entry. A key with a closed key
 * version can't prove later entries, so the holder of a retired key can neither extend nor rewrite a chain.
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
  return proves(keyId) ? { _tag: 'Sound', keyId, keyVersions: after } : altered('was changed')
}
