import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { type Budget, periodEndOf } from './budget.js'
import type { BudgetWithUse } from './give-back.js'

/** The remaining amount of a budget, now or after a send. */
export interface RemainingBudget extends Pick<Budget, 'budgetId' | 'period' | 'currency' | 'limitMinor'> {
  readonly periodEnd: string
  readonly usedMinor: number
  /** Negative if an alerting budget is exceeded. */
  readonly remainingMinor: number
}

const leftOf = ({ budget, use }: BudgetWithUse): number => budget.limitMinor - use.usedMinor

/** The budget with the least remaining amount; undefined if there are none (docs/api/sending#dry-run). */
export const tightestBudget = (budgets: readonly BudgetWithUse[]): RemainingBudget | undefined => {
  const [tightest] = [...budgets].sort((one, other) => leftOf(one) - leftOf(other))
  if (tightest === undefined) return undefined
  const { budget, use } = tightest
  const { budgetId, period, currency, limitMinor } = budget
  return {
    budgetId,
    period,
    periodEnd: isoTime(periodEndOf(period, use.periodStartMs)),
    currency,
    limitMinor,
    usedMinor: use.usedMinor,
    remainingMinor: leftOf(tightest),
  }
}
