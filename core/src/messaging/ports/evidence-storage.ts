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

/** Everything that is known of one message. */
export interface MessageEvidence {
  readonly message: Message
  readonly attempts: readonly Attempt[]
  readonly events: readonly LedgerEvent[]
  readonly receipts: readonly Receipt[]
  /** The idempotency identities that point to it. */
  readonly keys: readonly Digest[]
  /** When its outbox row is due; undefined when it has none. */
  readonly dueAtMs: EpochMs | undefined
  /** The challenge that is bound to it. */
  readonly challenge: Challenge | undefined
  /** The unit price of its price version; undefined when there is none such. */
  readonly unitAmountMinor: number | undefined
  /** The environment of its app; undefined: there is no such app. */
  readonly appEnvironment: Environment | undefined
}

/** The facts for checks of the invariants (docs/promises#invariants). */
export interface EvidenceStorage {
  /** Messages in the order of their ids with all that belongs to them, each page of one consistent reading. */
  messages(
    after: MessageId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, readonly MessageEvidence[]>
  /** Rows that point to no message: outbox, idempotency, attempts, ledger events, challenges, by table. */
  strays(): TE.TaskEither<
    StorageUnavailable,
    ReadonlyArray<{ readonly table: string; readonly count: number }>
  >
}
