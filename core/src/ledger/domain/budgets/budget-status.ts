import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type Budget, periodEndOf } from './budget.js'
import type { BudgetWithUse } from './give-back.js'

/** A budget and what was used of it in its present period (docs/contract#budgets). */
export interface BudgetStatus extends Budget {
  /** Reserved and settled of what was accepted in the period, minor units. */
  readonly usedMinor: number
  readonly periodStartMs: EpochMs
  /** The first moment of the next period. */
  readonly periodEndMs: EpochMs
}

/** A budget with what was used of it, as it is shown. */
export const budgetStatus = ({ budget, use: { usedMinor, periodStartMs } }: BudgetWithUse): BudgetStatus => ({
  ...budget,
  usedMinor,
  periodStartMs,
  periodEndMs: periodEndOf(budget.period, periodStartMs),
})
