import type { Budget, BudgetUse } from '@postrider/core/domain/budgets/budget'
import type { BudgetUsed } from '@postrider/core/domain/budgets/give-back'
import type { Sheet } from '@postrider/core/domain/ledger/book'
import type { Cells } from '../cells/cell.js'
import {
  anId,
  anInteger,
  aSheet,
  aText,
  aValue,
  recordTable,
  type RecordTable,
} from '../rows/record-table.js'

/** A budget as it is kept: its book and currency are one column. */
type Kept = Omit<Budget, keyof Sheet> & { readonly sheet: Sheet }

const kept = recordTable<Kept>('budgets', {
  budgetId: anId('bud', 'id'),
  organizationId: anId('org', 'organization_id'),
  scope: aValue('scope'),
  period: aText('period'),
  sheet: aSheet('currency'),
  limitMinor: anInteger('limit_amount'),
  action: aText('action'),
  alertPercents: aValue('alert_percents'),
  version: anInteger('version'),
})

export const budgets: RecordTable<Budget> = {
  ...kept,
  cells: ({ book, currency, ...budget }) => kept.cells({ ...budget, sheet: { book, currency } }),
  of: (row) => {
    const { sheet, ...budget } = kept.of(row)
    return { ...budget, ...sheet }
  },
}

export const budgetUses = recordTable<BudgetUse>('budget_uses', {
  budgetId: anId('bud', 'budget_id'),
  periodStartMs: anInteger('period_start'),
  usedMinor: anInteger('used'),
  alertedPercent: anInteger('alerted_percent'),
})

/** A budget with one of its uses, as they are joined. */
export const budgetUsedOf = (row: Cells): BudgetUsed => ({
  budget: budgets.of(row),
  use: budgetUses.of(row.slice(budgets.table.columns.length)),
})
