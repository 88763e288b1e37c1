import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { BudgetUsed } from '../../domain/budgets/give-back.js'
import type { Budget } from '../../domain/budgets/budget.js'
import type { BudgetId, OrganizationId } from '../../domain/ids/id.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Organizations' budgets. */
export interface BudgetStorage {
  /**
   * Locks the Organization's account in the currency and its budget, lets `decide` judge the budget as it was, and
   * writes it with the audit event. The use of the period of `nowMs` is counted anew from the messages themselves,
   * so that a budget that begins, or counts something else, in the middle of a period is right from the start:
   * its percentages reached by then count as told. Advances the catalog's epoch. Where `decide` names no budget,
   * nothing is written.
   */
  save<A>(
    key: { readonly organizationId: OrganizationId; readonly currency: string; readonly budgetId: BudgetId },
    nowMs: EpochMs,
    decide: (before: Budget | undefined) => {
      readonly budget: Budget | undefined
      readonly audit: readonly AuditEvent[]
      readonly result: A
    },
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>
  /** The Organization's budgets in the order of their ids, each with the use of its period at the moment. */
  list(
    organizationId: OrganizationId,
    nowMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, readonly BudgetUsed[]>
}
