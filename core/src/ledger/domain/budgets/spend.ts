import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Budget, BudgetUse } from './budget.js'

/** The percentage of a used-up budget. */
const ALL = 100

/** A percentage of a budget that was reached for the first time in its period. */
export interface BudgetAlert {
  readonly budget: Budget
  /** 100 if the budget refused a message, even if less was used (docs/api/money#budgets). */
  readonly percent: number
  readonly usedMinor: number
  /** The start of the period. */
  readonly periodStartMs: EpochMs
}

/** A budget's use after an amount was spent or refused, and the alert to send, if any. */
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
 * highest is alerted. A refusal has already alerted 100.
 */
export const spendBudget = (budget: Budget, before: BudgetUse, amountMinor: number): BudgetSpending => {
  const usedMinor = before.usedMinor + amountMinor
  const percent = reachedPercent(budget, usedMinor)
  const isAlerted = percent === ALL && before.firstRefusedAtMs !== undefined
  const isNews = percent > before.alertedPercent && !isAlerted
  return {
    use: { ...before, usedMinor, alertedPercent: Math.max(percent, before.alertedPercent) },
    alert: isNews ? { budget, percent, usedMinor, periodStartMs: before.periodStartMs } : undefined,
  }
}

/**
 * The use of a blocking budget that refuses an amount, at a given time; undefined if it has already refused
 * one in this period. Unless 100 percent was alerted, it is alerted now: prices seldom divide a limit exactly,
 * so its use may never reach the limit (docs/api/money#budgets).
 */
export const firstRefusal = (
  budget: Budget,
  before: BudgetUse,
  atMs: EpochMs,
): BudgetSpending | undefined => {
  if (before.firstRefusedAtMs !== undefined) return undefined
  const { usedMinor, periodStartMs } = before
  const isNews = budget.alertPercents.includes(ALL) && before.alertedPercent < ALL
  return {
    use: { ...before, firstRefusedAtMs: atMs },
    alert: isNews ? { budget, percent: ALL, usedMinor, periodStartMs } : undefined,
  }
}
