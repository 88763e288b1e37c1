import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  periodStartOf,
} from '../../../ledger/domain/budgets/budget.js'
import { allows, type BudgetAlert, spendBudget } from '../../../ledger/domain/budgets/spend.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { JudgeFacts } from './judge-facts.js'

/** What budgets change on their way through a batch. */
export interface BudgetChanges {
  /** The budgets that were used, as they stand afterwards. */
  readonly budgetUses: readonly BudgetUse[]
  readonly alerts: readonly BudgetAlert[]
}

/** The budgets' part of the books: what one message uses, the next one misses (docs/contract#budgets). */
export interface BudgetWorkingSet {
  /** Whether all of the budgets let this much more be spent. */
  allow(budgets: readonly Budget[], amountMinor: number): boolean
  /** Counts an accepted message towards all of the budgets. */
  spend(budgets: readonly Budget[], amountMinor: number): void
  changes(): BudgetChanges
}

/** Opens the budgets' part of the books. Pure but for its own memory. */
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
