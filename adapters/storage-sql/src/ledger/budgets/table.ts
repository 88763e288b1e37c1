import type { Budget, BudgetUse } from '@postrider/core/ledger/domain/budgets/budget'
import { sheetName } from '@postrider/core/ledger/domain/book'
import { aText, aValue, anId, anInteger } from '../../rows/column.js'
import { sharedIn } from '../../rows/fields.js'
import { recordTable } from '../../rows/record-table.js'
import { sheetOf } from '../../cells/sheet-cell.js'
import { joined } from '../../rows/selection.js'

export const budgets = recordTable<Budget>(
  'budgets',
  {
    budgetId: anId('bud', 'id'),
    organizationId: anId('org', 'organization_id'),
    scope: aValue('scope'),
    period: aText('period'),
    book: sharedIn('currency', (from) => sheetOf(from).book),
    currency: sharedIn('currency', (from) => sheetOf(from).currency),
    limitMinor: anInteger('limit_amount'),
    action: aText('action'),
    alertPercents: aValue('alert_percents'),
    version: anInteger('version'),
  },
  { derived: { currency: { write: sheetName } } },
)

export const budgetUses = recordTable<BudgetUse>('budget_uses', {
  budgetId: anId('bud', 'budget_id'),
  periodStartMs: anInteger('period_start'),
  usedMinor: anInteger('used'),
  alertedPercent: anInteger('alerted_percent'),
})

/** Budgets with one of their uses, as they are joined. */
export const budgetsUsed = joined({ b: budgets, u: budgetUses })
