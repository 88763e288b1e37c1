import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Budget, BudgetUse } from './budget.js'

/** A percentage of a budget that was reached for the first time in its period. */
export interface BudgetAlert {
  readonly budget: Budget
  readonly percent: number
  readonly usedMinor: number
  /** The start of the period. */
  readonly periodStartMs: EpochMs
}

/** A budget's use after an amount was spent, and the alert to send, if any. */
export interface BudgetSpending {
  readonly use: BudgetUse
  readonly alert: BudgetAlert | undefined
}

/** Whether the budget allows an additional amount; only blocking budgets refuse (docs/api/money#budgets). */
export const allows = (budget: Budget, use: BudgetUse, amountMinor: number): boolean =>
  budget.action !== 'block' || use.usedMinor + amountMinor <= budget.limitMinor

/** The highest of the budget's percentages that this use reaches; 0 for none. */
const reachedPercent = ({ alertPercents, limitMinor }: Budget, usedMinor: number): number =>
  alertPercents.filter((percent) => usedMinor * 100 >= percent * limitMinor).at(-1) ?? 0

/**
 * Counts an amount. Each percentage is alerted once per period; if one amount reaches several, only the
 * highest is alerted.
 */
export const spendBudget = (budget: Budget, before: BudgetUse, amountMinor: number): BudgetSpending => {
  const usedMinor = before.usedMinor + amountMinor
  const percent = reachedPercent(budget, usedMinor)
  const isNews = percent > before.alertedPercent
  return {
    use: { ...before, usedMinor, alertedPercent: Math.max(percent, before.alertedPercent) },
    alert: isNews ? { budget, percent, usedMinor, periodStartMs: before.periodStartMs } : undefined,
  }
}
