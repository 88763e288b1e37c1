import { type Budget, type BudgetUse, budgetUseKey, unused } from '../../../ledger/domain/budgets/budget.js'
import {
  allows,
  type BudgetAlert,
  type BudgetSpending,
  firstRefusal,
  spendBudget,
} from '../../../ledger/domain/budgets/spend.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { JudgeFacts } from './judge-facts.js'

/** The budget changes of a batch. */
export interface BudgetChanges {
  /** The uses that changed, with their new values. */
  readonly budgetUses: readonly BudgetUse[]
  /** The budgets that refused a message for the first time in their period. */
  readonly firstRefusals: readonly Budget[]
  readonly alerts: readonly BudgetAlert[]
}

/** Budget uses during one batch: each message sees what the previous ones spent (docs/api/money#budgets). */
export interface BudgetWorkingSet {
  /** The budgets that don't allow this additional amount. */
  refusing(budgets: readonly Budget[], amountMinor: number): readonly Budget[]
  /** Records that budgets refused a message. Only the first time in a period changes their use. */
  refuse(budgets: readonly Budget[]): void
  /** Counts an accepted message against all the budgets. */
  spend(budgets: readonly Budget[], amountMinor: number): void
  changes(): BudgetChanges
}

/** Opens the working set of the budgets. It is pure except for its own memory. */
export const budgetWorkingSet = (facts: Pick<JudgeFacts, 'budgetUses'>, nowMs: EpochMs): BudgetWorkingSet => {
  const uses = new Map<string, BudgetUse>()
  const alerts: BudgetAlert[] = []
  const firstRefusals: Budget[] = []

  const useOf = (budget: Budget): BudgetUse => {
    const fresh = unused(budget, nowMs)
    const key = budgetUseKey(fresh)
    return uses.get(key) ?? facts.budgetUses.get(key) ?? fresh
  }

  const change = ({ use, alert }: BudgetSpending): void => {
    uses.set(budgetUseKey(use), use)
    if (alert !== undefined) alerts.push(alert)
  }

  return {
    refusing: (budgets, amountMinor) =>
      budgets.filter((budget) => !allows(budget, useOf(budget), amountMinor)),
    refuse: (budgets) => {
      for (const budget of budgets) {
        const refused = firstRefusal(budget, useOf(budget), nowMs)
        if (refused === undefined) continue
        change(refused)
        firstRefusals.push(budget)
      }
    },
    spend: (budgets, amountMinor) => {
      for (const budget of budgets) change(spendBudget(budget, useOf(budget), amountMinor))
    },
    changes: () => ({ budgetUses: [...uses.values()], firstRefusals, alerts }),
  }
}
