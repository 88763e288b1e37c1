import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type Budget, periodEndOf } from './budget.js'
import type { BudgetWithUse } from './give-back.js'

/** A budget and its use in the current period (docs/api/money#budgets). */
export interface BudgetStatus extends Budget {
  /** The amount reserved and settled for messages accepted in the period, in minor units. */
  readonly usedMinor: number
  /** The time of the first message that the budget refused in the period; undefined if none. */
  readonly firstRefusedAtMs: EpochMs | undefined
  readonly periodStartMs: EpochMs
  /** The start of the next period. */
  readonly periodEndMs: EpochMs
}

/** A budget with its use, as responses show it. */
export const budgetStatus = ({
  budget,
  use: { usedMinor, firstRefusedAtMs, periodStartMs },
}: BudgetWithUse): BudgetStatus => ({
  ...budget,
  usedMinor,
  firstRefusedAtMs,
  periodStartMs,
  periodEndMs: periodEndOf(budget.period, periodStartMs),
})
