import type { Budget, BudgetUse } from '../domain/budgets/budget.js'
import type { BudgetWithUse } from '../domain/budgets/give-back.js'
import type { BudgetId, OrganizationId } from '../../kernel/ids/id.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A budget and the account on which it is counted. */
export type BudgetKey = Pick<Budget, 'organizationId' | 'environment' | 'currency' | 'budgetId'>

/** A budget's use according to its account's ledger, as of one of the account's events. */
export interface BudgetCount {
  readonly budget: Budget
  readonly use: BudgetUse
  /** The number of the last counted event. */
  readonly upToSeq: number
}

/**
 * Budgets of Organizations; units of work save them.
 *
 * A budget that counts the same messages and periods as before keeps its use. If a budget is new or counts
 * something else, its use in the current period is counted from the ledger. It includes the reserved and
 * settled amounts of the messages accepted in the period, exactly as of the account's lock. Almost everything
 * is counted before the account is locked, so that acceptances wait only briefly. In both cases, percentages
 * already reached under a new limit or new percentages count as alerted.
 */
export interface BudgetStorage {
  /**
   * Counts the budget's use in the period of the given time, without locks and in slices. It starts at
   * `counted` or at the start of the period, and stops at the account's current end.
   */
  count(
    budget: Budget,
    nowMs: EpochMs,
    counted: BudgetCount | undefined,
  ): TE.TaskEither<StorageUnavailable, BudgetCount>
  /**
   * The budgets of one of the Organization's environments in the order of their IDs, each with its use in the
   * period of the given time.
   */
  list(
    organizationId: OrganizationId,
    environment: Environment,
    nowMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly BudgetWithUse[]>>
}

/** The result of writing a budget. */
export type BudgetSaved =
  | { readonly _tag: 'Saved'; readonly use: BudgetUse }
  /**
   * Nothing was written, because the count is too far behind the account. The caller must continue counting
   * outside the unit.
   */
  | { readonly _tag: 'Behind'; readonly counted: BudgetCount | undefined }

/** Budgets inside a unit of work. */
export interface BudgetRepository {
  /** The budget of any Organization; in an exclusive unit it doesn't change until the unit ends. */
  find(budgetId: BudgetId): Promise<Budget | undefined>
  /** Locks the Organization's account in the currency, then the budget. */
  lock(key: BudgetKey): Promise<Budget | undefined>
  /** The number of the Organization's budgets. */
  countOf(organizationId: OrganizationId): Promise<number>
  /**
   * Writes the locked budget with its use in the period of `nowMs`. The count continues from `counted`, at
   * most by one slice.
   */
  save(
    before: Budget | undefined,
    budget: Budget,
    nowMs: EpochMs,
    counted: BudgetCount | undefined,
  ): Promise<BudgetSaved>
  /** Deletes the locked budget and its recorded use. */
  remove(budget: Budget): void
}
