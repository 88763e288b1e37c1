import type { EarlierAcceptance } from '../domain/acceptance/earlier-acceptance.js'
import type { JudgeFacts } from '../domain/acceptance/judge-facts.js'
import type { Verdicts } from '../domain/acceptance/judge.js'
import type { CatalogChanges } from '../../tenancy/domain/catalog-changes.js'
import type { BudgetUseKey } from '../../ledger/domain/budgets/budget.js'
import type { AppId, OrganizationId } from '../../kernel/ids/id.js'
import type { AccountKey } from '../../ledger/domain/account.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { SuppressionKey } from '../../consent/domain/suppression.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** What velocity limits and the toll-fraud breaker have to know. */
export interface OtpQuery {
  /** 32 hexadecimal digits each: whom OTPs are to go to; locked until the end, also those never seen before. */
  readonly destinations: readonly Digest[]
  /** Sends from this moment on count. */
  readonly sentSinceMs: EpochMs
  readonly prefixes: ReadonlyArray<{ readonly appId: AppId; readonly prefix: string }>
  /** Slices from this moment on count. */
  readonly countedSinceMs: EpochMs
}

/** What must be known before a batch of requests can be judged. Empty lists cost nothing. */
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
  readonly otps: OtpQuery | undefined
  /** Whether to wait for accounts that other transactions hold, for some seconds; if not, `accept` returns HeldAccounts at once. */
  readonly waits: boolean
}

/** Other transactions hold the accounts of these Organizations. Nothing was done, for them or for others. */
export interface HeldAccounts {
  readonly _tag: 'HeldAccounts'
  readonly cause: string
  readonly organizationIds: readonly OrganizationId[]
}

/** What an earlier acceptance under the same idempotency identity answered. */
export interface AcceptedRecord extends EarlierAcceptance {
  readonly key: Digest
}

/** The state of affairs; inside a transaction accounts and destinations are locked until its end. */
export interface AcceptanceFacts extends JudgeFacts {
  /** The last changes of what the submissions of the query's Organizations depend on. */
  readonly changes: CatalogChanges
  /** Whether the database is held after a restoration: then nothing may be accepted. */
  readonly isHeld: boolean
}

/** What the core decided about a batch: what to write, and what it wants to be told when that is committed. */
export interface AcceptancePlan<A> extends Omit<Verdicts, 'answers' | 'alerts'> {
  readonly result: A
}

/** Accepts messages. */
export interface AcceptanceStorage {
  /**
   * One durable transaction in two round trips, whatever the size of the batch: gathers what the query names
   * (accounts locked in one order, then destinations), lets `decide` judge, writes the plan and commits. An adapter
   * may let `decide` judge facts that it remembers first, and write the plan only where they are still true
   * (docs/decisions/0054); a plan that accepts nothing is never answered on those. A plan
   * that writes nothing commits nothing. The outbox rows are due at once. A new challenge supersedes the pending
   * ones of the same app, channel and destination. Right: the plan's result, after it is on disk.
   *
   * A key or destination that another process took meanwhile makes the adapter begin again, so that `decide` sees
   * it. BatchFailed: the database refuses a row of the plan for good. HeldAccounts: only if the query doesn't wait; it names
   * at least one Organization of the query (docs/promises#neighbors). An adapter that can't tell who is held may wait.
   */
  accept<A>(
    query: AcceptanceQuery,
    decide: (facts: AcceptanceFacts) => AcceptancePlan<A>,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed | HeldAccounts, A>

  /**
   * The facts that `accept` would judge by, committed, as of one moment, with nothing locked: what a dry run asks
   * (docs/contract#dry-run).
   */
  inspect(query: AcceptanceQuery): TE.TaskEither<StorageUnavailable, AcceptanceFacts>

  /**
   * Reads idempotency records on a connection of its own, waiting for transactions that hold them: how an
   * unknown commit is resolved (docs/promises#unknown-commits).
   */
  findAccepted(
    keys: readonly Digest[],
  ): TE.TaskEither<StorageUnavailable, ReadonlyMap<Digest, AcceptedRecord>>

  /**
   * Deletes at most `limit` idempotency records, and as many batch receipts, older than the moment; right: how many
   * in all (docs/contract#idempotency: 400 days).
   */
  purgeAccepted(beforeMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, number>
}
