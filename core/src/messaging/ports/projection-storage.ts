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

/** A place in an account's usage: the event last shown. */
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

/** What moves a message's money. */
export type UsageType = 'reservation' | 'settlement' | 'release'

/** An event of a message's money, as far as it is shown; and for a reservation the event that closed it. */
export interface UsageEntry extends UsagePosition {
  readonly entryId: EntryId
  readonly type: UsageType
  readonly amountMinor: number
  readonly messageId: MessageId
  /** Settlement and release: the reservation they close. */
  readonly relatedEntryId: EntryId | undefined
  readonly closedBy: ClosingKind | undefined
}

/** What credentials may read. Every reading is of committed facts and of one tenant. */
export interface ProjectionStorage {
  /**
   * The message of each question, in order, all of one reading: undefined where the app has none such; unknown and
   * another tenant's read the same (docs/contract#tenancy).
   */
  messages(
    questions: readonly MessageQuestion[],
  ): TE.TaskEither<StorageUnavailable, AsOf<ReadonlyArray<ShownMessage | undefined>>>
  /** The messages accepted under these idempotency identities, in the order of their ids. */
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
  /** The account and how far it was re-added, of one moment. */
  balance(
    key: AccountKey,
  ): TE.TaskEither<
    StorageUnavailable,
    AsOf<{ readonly account: Account | undefined; readonly checkpoint: Checkpoint | undefined }>
  >
  /**
   * Reservations, settlements and releases of the scope's app in the range and in one environment, in the order of the ledger; events
   * written while somebody pages come after the reader's position, never before it (docs/promises#usage-pages).
   */
  usage(scope: TenantScope, query: UsageQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly UsageEntry[]>>
}
