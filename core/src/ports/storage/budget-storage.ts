import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { BudgetUsed } from '../../domain/budgets/give-back.js'
import type { Budget } from '../../domain/budgets/budget.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** A budget and the account that it is counted on. */
export type BudgetKey = Pick<Budget, 'organizationId' | 'currency' | 'budgetId'>

/** What is decided about a budget, and what the core wants to be told when that is committed. */
export interface BudgetChange<A> {
  /** The budget as it stands afterwards; undefined leaves everything as it is. */
  readonly budget: Budget | undefined
  readonly audit: readonly AuditEvent[]
  readonly result: A
}

/** Organizations' budgets. */
export interface BudgetStorage {
  /**
   * Locks the Organization's account in the currency and its budget, lets `decide` judge the budget as it was, and
   * writes it with the audit event and the use of the period of `nowMs`. Advances the catalog's epoch. Where `decide`
   * names no budget, nothing is written.
   *
   * A budget that counts the same messages by the same periods as before keeps what was used of it. One that begins,
   * or counts something else, in the middle of a period is right from the start: what the messages accepted in the
   * period hold or have settled is counted, exactly as of the lock. Almost all of it is counted before the lock is
   * taken, so that acceptances wait for little; `decide` is then asked again about the budget as it is by then. In
   * both cases percentages that a new limit or new percentages find reached count as told.
   *
   * StorageUnavailable also where again and again more was spent meanwhile than may be counted under the lock.
   */
  save<A>(
    key: BudgetKey,
    nowMs: EpochMs,
    decide: (before: Budget | undefined) => BudgetChange<A>,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>
  /** The Organization's budgets in the order of their ids, each with the use of its period at the moment. */
  list(
    organizationId: OrganizationId,
    nowMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly BudgetUsed[]>
}
