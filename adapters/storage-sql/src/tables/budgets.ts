import type { Budget, BudgetUse } from '@postrider/core/domain/budgets/budget'
import type { BudgetUsed } from '@postrider/core/domain/budgets/give-back'
import type { Cells } from '../cells/cell.js'
import { anId, anInteger, aText, aValue, recordTable } from './record-table.js'

export const budgets = recordTable<Budget>('budgets', {
  budgetId: anId('bud', 'id'),
  organizationId: anId('org', 'organization_id'),
  scope: aValue('scope'),
  period: aText('period'),
  currency: aText('currency'),
  limitMinor: anInteger('limit_amount'),
  action: aText('action'),
  alertPercents: aValue('alert_percents'),
  version: anInteger('version'),
})

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
