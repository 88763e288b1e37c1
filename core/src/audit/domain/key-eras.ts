import type { KeyId, KeyNames } from '../../kernel/ids/key-id.js'
import { type AuditEntry, ERA_ACTION } from './chain.js'

/** Which keys prove the entries of a chain, as far as it was read. */
export interface ChainEras {
  /** The key that alone proves entries now; undefined: no entry named one yet, and any key of the ring will do. */
  readonly era: KeyId | undefined
  /** Keys that proved or named entries. */
  readonly seen: ReadonlySet<KeyId>
  /** Keys whose era is over: they prove older entries alone. */
  readonly closed: ReadonlySet<KeyId>
  /** Whether the chain passed from one key to another and no entry has opened an era since. */
  readonly isUnopened: boolean
}

/** What an entry is found to be. */
export type Found =
  | { readonly _tag: 'Sound'; readonly keyId: KeyId; readonly eras: ChainEras }
  | { readonly _tag: 'Altered'; readonly why: string }
  /** Its key is not in this process; which one it is, is not said by entries of earlier programs. */
  | { readonly _tag: 'UnknownKey'; readonly keyId: KeyId | undefined; readonly eras: ChainEras }

export const NO_ERAS: ChainEras = { era: undefined, seen: new Set(), closed: new Set(), isUnopened: false }

const altered = (why: string): Found => ({ _tag: 'Altered', why })

const isEra = ({ action }: AuditEntry): boolean => action === ERA_ACTION

/** The chain in the era of the key: whatever else proved entries of it proves no later ones. */
const inEraOf = ({ seen, closed, isUnopened }: ChainEras, entry: AuditEntry, keyId: KeyId): ChainEras => {
  const others = [...seen].filter((other) => other !== keyId)
  return {
    era: keyId,
    seen: new Set([...seen, keyId]),
    closed: new Set([...closed, ...others]),
    isUnopened: !isEra(entry) && (isUnopened || others.some((other) => !closed.has(other))),
  }
}

/** Whether an entry may stand in the chain under the key that it names. */
const reasonNotUnder = ({ era, closed }: ChainEras, entry: AuditEntry, keyId: KeyId): string | undefined => {
  if (closed.has(keyId)) return `is under the key ${keyId}, whose era was closed before it`
  if (era === undefined || era === keyId || isEra(entry)) return undefined
  return `is under the key ${keyId}, in the era of ${era}`
}

/** An entry that does not name its key may be under any whose era is not over. */
const nameless = (
  eras: ChainEras,
  entry: AuditEntry,
  names: KeyNames,
  proves: (keyId: KeyId) => boolean,
): Found => {
  const { era, closed, seen } = eras
  const isCandidate = (keyId: KeyId): boolean =>
    !closed.has(keyId) && (era === undefined || era === keyId || isEra(entry))
  const keyId = names.ids.find((each) => isCandidate(each) && proves(each))
  if (keyId !== undefined) {
    const after = isEra(entry) ? inEraOf(eras, entry, keyId) : { ...eras, seen: new Set([...seen, keyId]) }
    return { _tag: 'Sound', keyId, eras: after }
  }
  if (era !== undefined && names.has(era)) return altered('is not what was written')
  return { _tag: 'UnknownKey', keyId: era, eras }
}

/**
 * Judges the next entry of a chain (docs/decisions/0031). `proves`: whether its digest is right under a key of
 * this process. A key that is not here proves nothing and disproves nothing; one whose era is over proves no entry that
 * comes after, so that who has a retired key can neither add to a chain nor rewrite it.
 */
export const judgeEntry = (
  eras: ChainEras,
  entry: AuditEntry,
  names: KeyNames,
  proves: (keyId: KeyId) => boolean,
): Found => {
  const { keyId } = entry
  if (keyId === undefined) return nameless(eras, entry, names, proves)
  const reason = reasonNotUnder(eras, entry, keyId)
  if (reason !== undefined) return altered(reason)
  const after = inEraOf(eras, entry, keyId)
  if (!names.has(keyId)) return { _tag: 'UnknownKey', keyId, eras: after }
  return proves(keyId) ? { _tag: 'Sound', keyId, eras: after } : altered('is not what was written')
}
