import type { Attempt } from '../../providers/domain/calls/attempt.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { LedgerEvent } from '../../ledger/domain/ledger-event.js'
import type { Challenge } from '../../otp/domain/challenge.js'
import type { Message } from '../domain/messages/message.js'
import type { Receipt } from '../../providers/domain/receipts/receipt.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** All data about one message. */
export interface MessageEvidence {
  readonly message: Message
  readonly attempts: readonly Attempt[]
  readonly events: readonly LedgerEvent[]
  readonly receipts: readonly Receipt[]
  /** The idempotency identities that point to it. */
  readonly keys: readonly Digest[]
  /** When its outbox row is due; undefined if it has none. */
  readonly dueAtMs: EpochMs | undefined
  /** Its challenge, if it has one. */
  readonly challenge: Challenge | undefined
  /** The unit price of its price version; undefined if that version doesn't exist. */
  readonly unitAmountMinor: number | undefined
  /** The environment of its app; undefined if the app doesn't exist. */
  readonly appEnvironment: Environment | undefined
}

/** The facts for checks of the invariants (docs/promises#invariants). */
export interface EvidenceStorage {
  /** Messages in the order of their IDs with all their data, each page from one consistent read. */
  messages(
    after: MessageId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly MessageEvidence[]>
  /**
   * Rows that don't belong to any message: outbox, idempotency, attempts, ledger events, challenges, by
   * table.
   */
  strays(): TE.TaskEither<
    StorageUnavailable,
    ReadonlyArray<{ readonly table: string; readonly count: number }>
  >
}
