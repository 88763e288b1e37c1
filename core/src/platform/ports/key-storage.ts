import type { KeyVersion } from '../domain/keys/key-version.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Where sealed texts are kept. A message's are erased once it is sent, so that only open ones have any. */
export const SEALED_KINDS = [
  'provider account',
  'second factor',
  "customer's second factor",
  'message',
  'mail',
  'signing key',
  'test message',
] as const

export type SealedKind = (typeof SEALED_KINDS)[number]

/** Which key seals, and which ones did. */
export interface KeyStatus {
  /** The key that the installation names; undefined: none yet. */
  readonly sealing: KeyId | undefined
  /** Every key that was named, in their order. */
  readonly keyVersions: readonly KeyVersion[]
}

/** How many texts of a kind are sealed under a key. */
export interface SealedCount {
  readonly kind: SealedKind
  readonly keyId: KeyId
  readonly count: number
}

/** A sealed text and where it is, in the adapter's own words. */
export interface SealedText {
  readonly place: string
  readonly sealed: string
}

/** A sealed text and what takes its place. */
export interface Resealed extends SealedText {
  readonly anew: string
}

/** Which key of the installation seals, and what is under which (docs/decisions/0031). */
export interface KeyStorage {
  /** Which key is named now, and all that were. */
  status(): TE.TaskEither<StorageUnavailable, KeyStatus>
  /** Names the first key, where none is named. Right: how it stands afterwards; of several processes one is the first. */
  nameFirst(keyId: KeyId, atMs: EpochMs): TE.TaskEither<StorageUnavailable, KeyStatus>
  /** What is sealed under which key, all of it. */
  counts(): TE.TaskEither<StorageUnavailable, readonly SealedCount[]>
  /** At most so many texts of a kind that are not under the key, in one order, after a place. */
  sealedOtherwise(
    kind: SealedKind,
    keyId: KeyId,
    after: string | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly SealedText[]>
  /**
   * Puts texts that are under the key in the place of those that are still what they were. Right: false, and nothing
   * is written, where the installation names another key.
   */
  replaceSealed(
    kind: SealedKind,
    keyId: KeyId,
    texts: readonly Resealed[],
  ): TE.TaskEither<StorageUnavailable, boolean>
  /** At most so many chains of the audit log that are not in the key version of the key; undefined means the platform's. */
  chainsOutside(
    keyId: KeyId,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, ReadonlyArray<OrganizationId | undefined>>
}
