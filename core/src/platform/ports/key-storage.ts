import type { KeyId } from '../../kernel/ids/key-id.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { KeyStatus, KeyStatusStorage } from '../../kernel/ports/key-status-storage.js'
import type { TE } from '../../fp.js'

/** The kinds of sealed texts. A message's are erased once it is sent, so only open messages have any. */
export const SEALED_KINDS = [
  'provider account',
  'second factor',
  "customer's second factor",
  'message',
  'mail',
  'signing key',
  'test message',
  'erasure',
  'webhook secret',
  'previous webhook secret',
] as const

export type SealedKind = (typeof SEALED_KINDS)[number]

/** How many texts of a kind are sealed under a key. */
export interface SealedCount {
  readonly kind: SealedKind
  readonly keyId: KeyId
  readonly count: number
}

/** A sealed text and its location, in the adapter's own format. */
export interface SealedText {
  readonly place: string
  readonly sealed: string
}

/** A sealed text and its replacement. */
export interface Resealed extends SealedText {
  readonly anew: string
}

/**
 * The sealing key of the installation, and counts of what is sealed under which key (docs/decisions/0031).
 */
export interface KeyStorage extends KeyStatusStorage {
  /**
   * Sets the first key if there is none. Right: the status afterwards; among several processes only the first
   * one succeeds.
   */
  nameFirst(keyId: KeyId, atMs: EpochMs): TE.TaskEither<StorageUnavailable, KeyStatus>
  /** Counts all sealed texts by kind and key. */
  counts(): TE.TaskEither<StorageUnavailable, readonly SealedCount[]>
  /** At most `limit` texts of a kind that aren't under this key, in a fixed order, after a location. */
  sealedOtherwise(
    kind: SealedKind,
    keyId: KeyId,
    after: string | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly SealedText[]>
  /**
   * Replaces texts that haven't changed with ones sealed under the key. Right: false, with nothing written,
   * if the installation names another key.
   */
  replaceSealed(
    kind: SealedKind,
    keyId: KeyId,
    texts: readonly Resealed[],
  ): TE.TaskEither<StorageUnavailable, boolean>
  /**
   * At most `limit` chains of the audit log that aren't in the version of this key; undefined means the
   * platform's chain.
   */
  chainsOutside(
    keyId: KeyId,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, ReadonlyArray<OrganizationId | undefined>>
}
