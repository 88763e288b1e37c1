import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  countsTowards,
  unused,
} from '@postrider/core/domain/budgets/budget'
import { countsOtherwise, useAfterChange } from '@postrider/core/domain/budgets/use-after-change'
import type { BudgetStorage } from '@postrider/core/ports/storage/budget-storage'
import type { Faults } from './faults.js'
import type { MemoryTables } from './memory-tables.js'

/** The use of the period as it stands, or counted from the messages where the budget counts otherwise than before. */
const useNow = (
  tables: MemoryTables,
  before: Budget | undefined,
  budget: Budget,
  nowMs: number,
): BudgetUse => {
  const fresh = unused(budget, nowMs)
  if (!countsOtherwise(before, budget)) return tables.budgetUses.get(budgetUseKey(fresh)) ?? fresh
  const counted = [...tables.messages.values()].filter(
    (message) =>
      message.organizationId === budget.organizationId &&
      message.billing !== 'released' &&
      message.acceptedAtMs >= fresh.periodStartMs &&
      countsTowards(budget, { ...message, currency: message.charge.currency }),
  )
  return { ...fresh, usedMinor: counted.reduce((sum, { charge }) => sum + charge.amountMinor, 0) }
}

/** Budgets in memory. */
export const memoryBudgets = (tables: MemoryTables, faults: Faults): BudgetStorage => ({
  save: ({ budgetId }, nowMs, decide) =>
    faults.writing('saveBudget', () => {
      const before = tables.budgets.get(budgetId)
      const { budget, audit, result } = decide(before)
      if (budget === undefined) return result
      const use = useAfterChange(before, budget, useNow(tables, before, budget, nowMs))
      tables.budgets.set(budgetId, budget)
      tables.budgetUses.set(budgetUseKey(use), use)
      tables.audit.push(...audit)
      tables.epoch += 1
      return result
    }),
  list: (organizationId, nowMs) =>
    faults.reading('listBudgets', () =>
      [...tables.budgets.values()]
        .filter((budget) => budget.organizationId === organizationId)
        .sort((one, other) => (one.budgetId < other.budgetId ? -1 : 1))
        .map((budget) => {
          const fresh = unused(budget, nowMs)
          return { budget, use: tables.budgetUses.get(budgetUseKey(fresh)) ?? fresh }
        }),
    ),
})
