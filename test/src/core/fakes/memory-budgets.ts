import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  countsTowards,
  periodStartOf,
} from '@postrider/core/domain/budgets/budget'
import { spend } from '@postrider/core/domain/budgets/spend'
import type { BudgetStorage } from '@postrider/core/ports/storage/budget-storage'
import type { Faults } from './faults.js'
import type { MemoryTables } from './memory-tables.js'

const unused = ({ budgetId, period }: Budget, nowMs: number): BudgetUse => ({
  budgetId,
  periodStartMs: periodStartOf(period, nowMs),
  usedMinor: 0,
  alertedPercent: 0,
})

const recounted = ({ messages }: MemoryTables, budget: Budget, nowMs: number): BudgetUse => {
  const fresh = unused(budget, nowMs)
  const counted = [...messages.values()].filter(
    (message) =>
      message.organizationId === budget.organizationId &&
      message.billing !== 'released' &&
      message.acceptedAtMs >= fresh.periodStartMs &&
      countsTowards(budget, { ...message, currency: message.charge.currency }),
  )
  const usedMinor = counted.reduce((sum, { charge }) => sum + charge.amountMinor, 0)
  return spend(budget, fresh, usedMinor).use
}

/** Budgets in memory. */
export const memoryBudgets = (tables: MemoryTables, faults: Faults): BudgetStorage => ({
  save: ({ budgetId }, nowMs, decide) =>
    faults.writing('saveBudget', () => {
      const { budget, audit, result } = decide(tables.budgets.get(budgetId))
      if (budget === undefined) return result
      const use = recounted(tables, budget, nowMs)
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
