import type { MessageQuestion } from '../../tenancy/domain/tenant-scope.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { AccountKey, Account } from '../../ledger/domain/account.js'
import type { AccountDimensions } from '../../ledger/domain/account.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { ClosingKind } from '../../ledger/domain/entry-status.js'
import type { EntryId, MessageId } from '../../kernel/ids/id.js'
import type { ShownMessage } from '../domain/messages/message.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TenantScope } from '../../tenancy/domain/tenant-scope.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { Checkpoint } from '../../ledger/ports/ledger-storage.js'

/** A position in an account's usage: the last event shown. */
export interface UsagePosition {
  readonly occurredAtMs: EpochMs
  readonly seq: number
}

export interface UsageQuery extends AccountDimensions {
  /** Inclusive. */
  readonly fromMs: EpochMs
  /** Exclusive. */
  readonly toMs: EpochMs
  readonly after: UsagePosition | undefined
  readonly limit: number
}

/** The ledger event types that move a message's money. */
export type UsageType = 'reservation' | 'settlement' | 'release'

/** The visible fields of an event of a message's money; for a reservation, also the event that closed it. */
export interface UsageEntry extends UsagePosition {
  readonly entryId: EntryId
  readonly type: UsageType
  readonly amountMinor: number
  readonly messageId: MessageId
  /** For a settlement or release: the reservation that it closes. */
  readonly relatedEntryId: EntryId | undefined
  readonly closedBy: ClosingKind | undefined
}

/** Data that credentials can read. Every read returns committed data of one tenant. */
export interface ProjectionStorage {
  /**
   * The message for each question, in order, all from one read. Undefined if the app has no such message;
   * unknown messages and those of another tenant give the same result (docs/api/conventions#tenancy).
   */
  messages(
    questions: readonly MessageQuestion[],
  ): TE.TaskEither<StorageUnavailable, AsOf<ReadonlyArray<ShownMessage | undefined>>>
  /** The messages accepted under these idempotency identities, in the order of their IDs. */
  messagesByKeys(
    scope: TenantScope,
    keys: readonly Digest[],
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly ShownMessage[]>>
  /** The app's messages with this client reference, newest first, at most `limit`. */
  messagesByReference(
    scope: TenantScope,
    clientReference: string,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly ShownMessage[]>>
  /** The account and its reconciliation checkpoint, as of one moment. */
  balance(
    key: AccountKey,
  ): TE.TaskEither<
    StorageUnavailable,
    AsOf<{ readonly account: Account | undefined; readonly checkpoint: Checkpoint | undefined }>
  >
  /**
   * Reservations, settlements and releases of the scope's app in the range and in one environment, in ledger
   * order. Events written while a reader pages come after the reader's position, never before it
   * (docs/promises#usage-pages).
   */
  usage(scope: TenantScope, query: UsageQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly UsageEntry[]>>
}
