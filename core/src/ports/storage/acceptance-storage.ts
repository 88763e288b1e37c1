import type { Account, AccountKey } from '../../domain/ledger/account.js'
import type { Digest } from '../../domain/ledger/digest.js'
import type { LedgerEvent } from '../../domain/ledger/ledger-event.js'
import type { Charge, Message } from '../../domain/messages/message.js'
import type { MessageId } from '../../domain/ids/id.js'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** What must be known before a batch of requests can be judged. */
export interface AcceptanceInquiry {
  /** 32 hexadecimal digits each: the idempotency identities of the batch. */
  readonly keys: readonly Digest[]
  /** The accounts that may be charged. */
  readonly accounts: readonly AccountKey[]
}

/** What an earlier acceptance under the same idempotency identity answered. */
export interface AcceptedRecord {
  readonly key: Digest
  readonly material: Digest
  readonly messageId: MessageId
  readonly acceptedAtMs: EpochMs
  readonly charge: Charge
}

/** The state of affairs inside the transaction; the accounts are locked until its end. */
export interface AcceptanceKnown {
  readonly catalogEpoch: number
  readonly accepted: ReadonlyMap<Digest, AcceptedRecord>
  /** By {@link accountKey}; an account that was never opened is absent. */
  readonly accounts: ReadonlyMap<string, Account>
}

/** One acceptance, complete: idempotency record, message, reservation and outbox row. */
export interface Acceptance {
  readonly key: Digest
  readonly material: Digest
  readonly message: Message
  readonly reservation: LedgerEvent
}

/** What the core decided about a batch: what to write, and what it wants to be told when that is committed. */
export interface AcceptancePlan<A> {
  readonly acceptances: readonly Acceptance[]
  /** The charged accounts as they stand afterwards. */
  readonly accounts: readonly Account[]
  readonly result: A
}

/** Accepts messages. */
export interface AcceptanceStorage {
  /**
   * One durable transaction in two round trips, whatever the size of the batch: gathers what the inquiry names
   * (accounts locked in one order), lets `decide` judge, writes the plan and commits. A plan without acceptances
   * commits nothing. The outbox rows are due at once. Right: the plan's result, after it is on disk.
   *
   * A key that another process took meanwhile makes the adapter begin again, so that `decide` sees it as
   * accepted. BatchFailed: the database refuses a row of the plan for good.
   */
  accept<A>(
    inquiry: AcceptanceInquiry,
    decide: (known: AcceptanceKnown) => AcceptancePlan<A>,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed, A>

  /**
   * Reads idempotency records on a connection of its own, waiting for transactions that hold them: how an
   * unknown commit is resolved (reliability F14).
   */
  findAccepted(
    keys: readonly Digest[],
  ): TE.TaskEither<StorageUnavailable, ReadonlyMap<Digest, AcceptedRecord>>

  /** Deletes at most `limit` idempotency records older than the moment; right: how many (decisions 3: 400 days). */
  purgeAccepted(beforeMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, number>
}
