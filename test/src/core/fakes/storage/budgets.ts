import {
  type Budget,
  type BudgetUse,
  budgetUseKey,
  countsTowards,
  unused,
} from '@postrider/core/ledger/domain/budgets/budget'
import { countsOtherwise, useAfterChange } from '@postrider/core/ledger/domain/budgets/use-after-change'
import { changeOfKind } from '@postrider/core/feed/domain/change'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { BudgetStorage } from '@postrider/core/ledger/ports/budget-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import type { WorkingCopy } from './working-copy.js'
import type { MemoryTables } from './tables.js'

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

/** Budgets in memory: nothing takes long here, so that they are counted whole, whenever they are. */
export const memoryBudgets = (tables: MemoryTables, calls: Calls): Partial<BudgetStorage> => ({
  count: (budget, nowMs) =>
    calls.reading('countBudget', () => ({
      budget,
      use: useNow(tables, undefined, budget, nowMs),
      upToSeq: tables.accounts.get(accountKey(budget))?.version ?? 0,
    })),
  list: (organizationId, environment, nowMs) =>
    calls.reading('listBudgets', () => ({
      epoch: tables.epoch,
      value: [...tables.budgets.values()]
        .filter((budget) => budget.organizationId === organizationId && budget.environment === environment)
        .sort((one, other) => (one.budgetId < other.budgetId ? -1 : 1))
        .map((budget) => {
          const fresh = unused(budget, nowMs)
          return { budget, use: tables.budgetUses.get(budgetUseKey(fresh)) ?? fresh }
        }),
    })),
})

const requireExclusive = ({ lockMode }: WorkingCopy): void => {
  if (lockMode === 'shared')
    throw new Error('budgets are versioned by the epoch: only an exclusive unit changes them')
}

/** Budgets inside a unit: never too far behind to be saved. */
export const budgetsInMemory = (copy: WorkingCopy): Partial<UnitOfWork['budgets']> => ({
  lock: async ({ budgetId }) => copy.tables.budgets.get(budgetId),
  save: async (before, budget, nowMs) => {
    requireExclusive(copy)
    copy.concern(budget.organizationId)
    const use = useAfterChange(before, budget, useNow(copy.tables, before, budget, nowMs))
    copy.leave(changeOfKind('budget', budget.organizationId))
    copy.write(({ budgets, budgetUses }) => {
      budgets.set(budget.budgetId, budget)
      budgetUses.set(budgetUseKey(use), use)
    })
    return { _tag: 'Saved', use }
  },
  countOf: async (organizationId) =>
    [...copy.tables.budgets.values()].filter((budget) => budget.organizationId === organizationId).length,
})
