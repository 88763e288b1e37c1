import type { Budget, BudgetUse } from './budget.js'

/** A percentage of a budget that was reached for the first time in its period. */
export interface BudgetAlert {
  readonly budget: Budget
  readonly percent: number
  readonly usedMinor: number
}

/** A budget's use after more was spent, and what there is to tell. */
export interface BudgetSpending {
  readonly use: BudgetUse
  readonly alert: BudgetAlert | undefined
}

/** Whether the budget lets this much more be spent; only a blocking one ever refuses (docs/contract#budgets). */
export const allows = (budget: Budget, use: BudgetUse, amountMinor: number): boolean =>
  budget.action !== 'block' || use.usedMinor + amountMinor <= budget.limitMinor

/** The highest of the budget's percentages that this much use reaches; 0 for none. */
const reachedPercent = ({ alertPercents, limitMinor }: Budget, usedMinor: number): number =>
  alertPercents.filter((percent) => usedMinor * 100 >= percent * limitMinor).at(-1) ?? 0

/** Counts an amount; tells a percentage once in a period, the highest of those that one amount reaches. */
export const spendBudget = (budget: Budget, before: BudgetUse, amountMinor: number): BudgetSpending => {
  const usedMinor = before.usedMinor + amountMinor
  const percent = reachedPercent(budget, usedMinor)
  const isNews = percent > before.alertedPercent
  return {
    use: { ...before, usedMinor, alertedPercent: Math.max(percent, before.alertedPercent) },
    alert: isNews ? { budget, percent, usedMinor } : undefined,
  }
}
