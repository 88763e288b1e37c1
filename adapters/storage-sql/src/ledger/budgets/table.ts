import type { Budget, BudgetUse } from '@postrider/core/ledger/domain/budgets/budget'
import { aText, aValue, anId, anInteger, anIntegerOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'
import { joined } from '../../rows/selection.js'

export const budgets = recordTable<Budget>('budgets', {
  budgetId: anId('bud', 'id'),
  organizationId: anId('org', 'organization_id'),
  scope: aValue('scope'),
  period: aText('period'),
  environment: aText('environment'),
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
  firstRefusedAtMs: anIntegerOrNone('first_refused_at'),
})

/** Budgets joined with one of their uses. */
export const budgetsUsed = joined({ b: budgets, u: budgetUses })
