import type { Digest } from '../../kernel/digests/digest.js'
import type { MessageId, OrganizationId, ReceiptId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { Message } from '../domain/messages/message.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Index entries that were made with one key. */
export interface SearchGeneration {
  readonly generation: number
  readonly keyId: KeyId
}

/** The searchable part of the index. */
export interface SearchStatus {
  /** Newest first: while an index is built with a new key, the previous one is searched too. */
  readonly generations: readonly SearchGeneration[]
  /**
   * New messages have entries if the feed had them by this time (database clock); undefined if no message has
   * entries yet.
   */
  readonly untilMs: EpochMs | undefined
  /**
   * While existing messages are being indexed, not all messages with earlier identifiers are found yet;
   * undefined if all are found.
   */
  readonly sinceMs: EpochMs | undefined
}

/** Computes the digest of a recipient with the key of the index. */
export interface SearchKey {
  readonly keyId: KeyId
  /** The digest of a recipient, in the form that messages store: 32 hexadecimal digits. */
  readonly digestOf: (to: string) => Digest
}

/** The result of one indexing step. */
export interface SearchProgress {
  /** The number of messages that were read. */
  readonly messages: number
  /** Whether there is more to index now. */
  readonly isMore: boolean
}

/** A recipient as one generation of the index stores it. */
export interface SearchedRecipient {
  readonly generation: number
  readonly digest: Digest
}

/** The position in the list of messages, newest first, and the page size. */
export interface SearchPage {
  /** The last message shown. */
  readonly before: MessageId | undefined
  readonly limit: number
}

/** The same, restricted to one Organization's messages if it is given. */
export interface OwnedSearchPage extends SearchPage {
  readonly organizationId?: OrganizationId | undefined
}

/**
 * Finds messages of the whole platform (docs/decisions/0051): by recipient, with keyed digests that the
 * sequencer writes after acceptance, and by reference. The content of messages isn't read: `variables` is
 * empty.
 */
export interface SearchStorage {
  /**
   * Adds index entries for the next messages, about `limit` of them, and stores its progress in the same
   * transaction. New messages from the feed come first. Without new ones, and after a gap in the feed or with
   * a new key, existing messages are indexed, newest first. Entries with earlier keys are deleted at the end.
   * It does nothing if the installation uses another key. The feed keeps everything that the index hasn't
   * read.
   */
  index(key: SearchKey, limit: number): TE.TaskEither<StorageUnavailable, SearchProgress>
  /** Returns what can be searched. */
  status(): TE.TaskEither<StorageUnavailable, AsOf<SearchStatus>>
  /** Messages to a recipient, newest first, each once. */
  byRecipient(
    recipients: readonly SearchedRecipient[],
    page: OwnedSearchPage,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Message[]>>
  /** Messages with this client reference, of all matching apps, newest first. */
  byClientReference(
    reference: string,
    page: OwnedSearchPage,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Message[]>>
  /** Messages with this provider reference in the form that is compared, newest first, each once. */
  byProviderReference(
    reference: string,
    page: SearchPage,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Message[]>>
  /** The message; undefined if there is none. */
  byId(messageId: MessageId): TE.TaskEither<StorageUnavailable, AsOf<Message | undefined>>
  /** The message that a receipt belongs to; undefined if there is none. */
  byReceipt(receiptId: ReceiptId): TE.TaskEither<StorageUnavailable, AsOf<Message | undefined>>
}
