import type { EarlierAcceptance } from '../domain/acceptance/earlier-acceptance.js'
import type { JudgeFacts } from '../domain/acceptance/judge-facts.js'
import type { Verdicts } from '../domain/acceptance/judge.js'
import type { CatalogChanges, ChangesAfterCommit } from '../../tenancy/domain/catalog-changes.js'
import type { BudgetUseKey } from '../../ledger/domain/budgets/budget.js'
import type { AppId, OrganizationId } from '../../kernel/ids/id.js'
import type { AccountKey } from '../../ledger/domain/account.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { SuppressionKey } from '../../consent/domain/suppression.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The query for the velocity limits and the SMS pumping breaker. */
export interface OtpQuery {
  /**
   * 32 hexadecimal digits each: the recipients of OTPs. They are locked until the end of the transaction,
   * including those never seen before.
   */
  readonly destinations: readonly Digest[]
  /** Sends from this time on count. */
  readonly sentSinceMs: EpochMs
  readonly prefixes: ReadonlyArray<{ readonly appId: AppId; readonly prefix: string }>
  /** Slices from this time on count. */
  readonly countedSinceMs: EpochMs
}

/** The data needed to decide on a batch of requests. Empty lists cost nothing. */
export interface AcceptanceQuery {
  /** The Organizations whose submissions are in the batch, each once. */
  readonly organizations: readonly OrganizationId[]
  /** Changes that the caller has noticed. An adapter doesn't use remembered versions of the catalog that are older. */
  readonly noticed: CatalogChanges
  /** 32 hexadecimal digits each: the idempotency identities of the messages. */
  readonly keys: readonly Digest[]
  /** 32 hexadecimal digits each: the idempotency identities of whole batches. */
  readonly receipts: readonly Digest[]
  /** The accounts that may be charged. */
  readonly accounts: readonly AccountKey[]
  readonly budgets: readonly BudgetUseKey[]
  readonly suppressions: readonly SuppressionKey[]
  /** Recipients of promotional messages that need a recorded opt-in. */
  readonly optIns: readonly SuppressionKey[]
  readonly otps: OtpQuery | undefined
  /** The changes that the caller wants to know after the commit, if the adapter can read them at once. */
  readonly changesAfterCommit?: ChangesAfterCommit | undefined
  /**
   * If true, `accept` waits some seconds for accounts that other transactions hold; if false, it returns
   * HeldAccounts at once.
   */
  readonly waits: boolean
}

/** Other transactions hold the accounts of these Organizations. Nothing was done, for any Organization. */
export interface HeldAccounts {
  readonly _tag: 'HeldAccounts'
  readonly cause: string
  readonly organizationIds: readonly OrganizationId[]
}

/** The result of an earlier acceptance under the same idempotency identity. */
export interface AcceptedRecord extends EarlierAcceptance {
  readonly key: Digest
}

/** The current facts. Inside a transaction, accounts and destinations are locked until its end. */
export interface AcceptanceFacts extends JudgeFacts {
  /** The last changes of the data that the submissions of the query's Organizations depend on. */
  readonly changes: CatalogChanges
  /** Whether the database is on hold after a restoration: nothing is accepted then. */
  readonly isHeld: boolean
}

/** The core's decision on a batch: what to write, and the result to return after the commit. */
export interface AcceptancePlan<A> extends Omit<Verdicts, 'answers'> {
  readonly result: A
}

/** Accepts messages. */
export interface AcceptanceStorage {
  /**
   * Runs one durable transaction in two round trips, whatever the size of the batch. It reads the facts of
   * the query (locking accounts in one order, then destinations), calls `decide`, writes the plan and
   * commits. A plan that writes nothing commits nothing. The outbox rows are due at once. A new challenge
   * supersedes the pending ones of the same app, channel and destination. Right: the plan's result, after it
   * is on disk.
   *
   * An adapter may first call `decide` with remembered facts, and write the plan only if they still hold
   * (docs/decisions/0054). A plan that accepts nothing is never returned on remembered facts.
   *
   * If another process took a key or destination in the meantime, the adapter starts again, so that `decide`
   * sees it. BatchFailed: the database permanently refuses a row of the plan. HeldAccounts: only if the query
   * doesn't wait; it names at least one Organization of the query (docs/promises#neighbors). An adapter that
   * can't determine which accounts are held may wait.
   */
  accept<A>(
    query: AcceptanceQuery,
    decide: (facts: AcceptanceFacts) => AcceptancePlan<A>,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed | HeldAccounts, A>

  /**
   * Reads the facts that `accept` would use: committed, as of one moment, without locks. A dry run uses it
   * (docs/api/sending#dry-run).
   */
  inspect(query: AcceptanceQuery): TE.TaskEither<StorageUnavailable, AcceptanceFacts>

  /**
   * Reads idempotency records on a separate connection and waits for transactions that hold them. This
   * resolves an unknown commit (docs/promises#unknown-commits).
   */
  findAccepted(
    keys: readonly Digest[],
  ): TE.TaskEither<StorageUnavailable, ReadonlyMap<Digest, AcceptedRecord>>

  /**
   * Deletes at most `limit` idempotency records, and as many batch receipts, older than the given time.
   * Right: the total number deleted (docs/api/conventions#idempotency: 400 days).
   */
  purgeAccepted(beforeMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, number>
}
