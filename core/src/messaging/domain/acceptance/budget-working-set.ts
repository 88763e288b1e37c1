import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  periodStartOf,
} from '../../../ledger/domain/budgets/budget.js'
import { allows, type BudgetAlert, spendBudget } from '../../../ledger/domain/budgets/spend.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { JudgeFacts } from './judge-facts.js'

/** The budget changes of a batch. */
export interface BudgetChanges {
  /** The budgets that were used, with their new values. */
  readonly budgetUses: readonly BudgetUse[]
  readonly alerts: readonly BudgetAlert[]
}

/** Budget uses during one batch: each message sees what the previous ones spent (docs/api/money#budgets). */
export interface BudgetWorkingSet {
  /** Whether all the budgets allow this additional amount. */
  allow(budgets: readonly Budget[], amountMinor: number): boolean
  /** Counts an accepted message against all the budgets. */
  spend(budgets: readonly Budget[], amountMinor: number): void
  changes(): BudgetChanges
}

/** Opens the working set of the budgets. It is pure except for its own memory. */
export const budgetWorkingSet = (facts: Pick<JudgeFacts, 'budgetUses'>, nowMs: EpochMs): BudgetWorkingSet => {
  const uses = new Map<string, BudgetUse>()
  const alerts: BudgetAlert[] = []

  const useOf = ({ budgetId, period }: Budget): BudgetUse => {
    const of = { budgetId, periodStartMs: periodStartOf(period, nowMs) }
    const key = budgetUseKey(of)
    return uses.get(key) ?? facts.budgetUses.get(key) ?? { ...of, usedMinor: 0, alertedPercent: 0 }
  }

  return {
    allow: (budgets, amountMinor) => budgets.every((budget) => allows(budget, useOf(budget), amountMinor)),
    spend: (budgets, amountMinor) => {
      for (const budget of budgets) {
        const spent = spendBudget(budget, useOf(budget), amountMinor)
        uses.set(budgetUseKey(spent.use), spent.use)
        if (spent.alert !== undefined) alerts.push(spent.alert)
      }
    },
    changes: () => ({ budgetUses: [...uses.values()], alerts }),
  }
}
