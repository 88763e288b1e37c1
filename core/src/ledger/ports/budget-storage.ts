import type { Budget, BudgetUse } from '../domain/budgets/budget.js'
import type { BudgetWithUse } from '../domain/budgets/give-back.js'
import type { BudgetId, OrganizationId } from '../../kernel/ids/id.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** A budget and the account that it is counted on. */
export type BudgetKey = Pick<Budget, 'organizationId' | 'environment' | 'currency' | 'budgetId'>

/** What an account's ledger says was used of a budget, as of one of the account's events. */
export interface BudgetCount {
  readonly budget: Budget
  readonly use: BudgetUse
  /** The number of the last event that was counted. */
  readonly upToSeq: number
}

/**
 * Organizations' budgets; they are saved in units of work.
 *
 * A budget that counts the same messages by the same periods as before keeps what was used of it. One that begins, or
 * counts something else, in the middle of a period is right from the start: what the messages accepted in the period
 * hold or have settled is counted, exactly as of the account's lock. Almost all of it is counted before the lock is
 * taken, so that acceptances wait for little. In both cases percentages that a new limit or new percentages find
 * reached count as told.
 */
export interface BudgetStorage {
  /**
   * Counts the use of the budget in the period of the moment, from what was counted or from the period's start, to the
   * account's present end, a slice at a time and without any lock.
   */
  count(
    budget: Budget,
    nowMs: EpochMs,
    counted: BudgetCount | undefined,
  ): TE.TaskEither<StorageUnavailable, BudgetCount>
  /** The budgets of one of the Organization's environments in the order of their ids, each with the use of its period at the moment. */
  list(
    organizationId: OrganizationId,
    environment: Environment,
    nowMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly BudgetWithUse[]>>
}

/** What became of a budget that was to be written. */
export type BudgetSaved =
  | { readonly _tag: 'Saved'; readonly use: BudgetUse }
  /** Nothing was written: what was counted ends too far before the account, and is to be counted on outside. */
  | { readonly _tag: 'Behind'; readonly counted: BudgetCount | undefined }

/** Budgets inside a unit of work. */
export interface BudgetRepository {
  /** The budget, whosever it is; in an exclusive unit it stays as it is until the unit ends. */
  find(budgetId: BudgetId): Promise<Budget | undefined>
  /** Locks the Organization's account in the currency and then the budget. */
  lock(key: BudgetKey): Promise<Budget | undefined>
  /** How many budgets the Organization has. */
  countOf(organizationId: OrganizationId): Promise<number>
  /**
   * Writes the locked budget with the use of the period of `nowMs`, which was counted so far as `counted` says: from
   * there on it is counted here, a slice at the most.
   */
  save(
    before: Budget | undefined,
    budget: Budget,
    nowMs: EpochMs,
    counted: BudgetCount | undefined,
  ): Promise<BudgetSaved>
  /** Removes the locked budget, and what was noted of its use. */
  remove(budget: Budget): void
}
