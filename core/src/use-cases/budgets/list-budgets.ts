import { type Budget, periodEndOf } from '../../domain/budgets/budget.js'
import type { BudgetUsed } from '../../domain/budgets/give-back.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** A budget and what was used of it in its present period (decisions 4). */
export interface BudgetStanding extends Budget {
  /** Reserved and settled of what was accepted in the period, minor units. */
  readonly usedMinor: number
  readonly periodStartMs: EpochMs
  /** The first moment of the next period. */
  readonly periodEndMs: EpochMs
}

const standingOf = ({ budget, use: { usedMinor, periodStartMs } }: BudgetUsed): BudgetStanding => ({
  ...budget,
  usedMinor,
  periodStartMs,
  periodEndMs: periodEndOf(budget.period, periodStartMs),
})

/** An Organization's budgets as they stand at the moment, in the order of their ids (decisions 4). */
export const listBudgets =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (organizationId: OrganizationId): TE.TaskEither<StorageUnavailable, readonly BudgetStanding[]> =>
    pipe(
      storage.budgets.list(organizationId, clock.nowMs()),
      TE.map((budgets) => budgets.map(standingOf)),
    )
