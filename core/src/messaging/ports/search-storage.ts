import type { Digest } from '../../kernel/digests/digest.js'
import type { MessageId, OrganizationId, ReceiptId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { Message } from '../domain/messages/message.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Entries of the index that were made under one key. */
export interface SearchGeneration {
  readonly generation: number
  readonly keyId: KeyId
}

/** What of the index can be searched. */
export interface SearchStatus {
  /** The newest first: while an index is made under a new key, the one before is searched as well. */
  readonly generations: readonly SearchGeneration[]
  /**
   * New messages have entries that the feed had by this moment; undefined: none has yet. By the clock of the database.
   */
  readonly untilMs: EpochMs | undefined
  /**
   * Of messages with earlier identifiers not all are found yet, while those that were there are gone through; undefined: all
   * are found.
   */
  readonly sinceMs: EpochMs | undefined
}

/** Makes the digest of a recipient under the key that the index is made under. */
export interface SearchKey {
  readonly keyId: KeyId
  /** The digest of a recipient, in the form in which messages have it: 32 hexadecimal digits. */
  readonly digestOf: (to: string) => Digest
}

/** What was done for the index. */
export interface SearchProgress {
  /** How many messages were looked at. */
  readonly messages: number
  /** Whether more is there to be done already. */
  readonly isMore: boolean
}

/** A recipient, as one of the index's generations knows them. */
export interface SearchedRecipient {
  readonly generation: number
  readonly digest: Digest
}

/** From where on messages are listed, newest first, and how many. */
export interface SearchPage {
  /** The message that was shown last. */
  readonly before: MessageId | undefined
  readonly limit: number
}

/** The same, of one Organization's messages alone, or of the whole platform's. */
export interface OwnedSearchPage extends SearchPage {
  readonly organizationId?: OrganizationId | undefined
}

/**
 * Messages of the whole platform, by what people know of them (docs/decisions/0051): their recipients by keyed digests, which
 * the sequencer writes after acceptance, and references. What a message says is not read: its variables are empty here.
 */
export interface SearchStorage {
  /**
   * Gives the next messages, about so many at the most, their entries: those that the feed says are new; where there are
   * none, after a gap in the feed and under another key than before, those that were there, the newest first. It notes in
   * the same transaction how far it came. Entries under earlier keys go in the end. Nothing, where the installation names
   * another key. The feed keeps what the index has not read.
   */
  index(key: SearchKey, limit: number): TE.TaskEither<StorageUnavailable, SearchProgress>
  /** What can be searched. */
  status(): TE.TaskEither<StorageUnavailable, AsOf<SearchStatus>>
  /** Messages to somebody, newest first, each once. */
  byRecipient(
    recipients: readonly SearchedRecipient[],
    page: OwnedSearchPage,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Message[]>>
  /** Messages whose senders call them so, of all apps that may be meant, newest first. */
  byClientReference(
    reference: string,
    page: OwnedSearchPage,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Message[]>>
  /** Messages that some provider calls so, by its reference in the form that is compared, newest first, each once. */
  byProviderReference(
    reference: string,
    page: SearchPage,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Message[]>>
  /** The message; undefined where there is none. */
  byId(messageId: MessageId): TE.TaskEither<StorageUnavailable, AsOf<Message | undefined>>
  /** The message that a receipt belongs to; undefined where there is none. */
  byReceipt(receiptId: ReceiptId): TE.TaskEither<StorageUnavailable, AsOf<Message | undefined>>
}
