import { periodStartOf, unused } from '@postrider/core/domain/budgets/budget'
import type { BudgetStorage } from '@postrider/core/ports/storage/budget-storage'
import { E } from '@postrider/core/fp'
import { readAsOf } from '../epoch/as-of.js'
import { beginCount, countOn, SLICE_EVENTS } from './counting.js'
import { isNull } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { budgets, budgetUses } from './table.js'

const list = statement(`
  SELECT ${budgets.select('b')}, ${budgetUses.select('u')} FROM budgets b
  LEFT JOIN budget_uses u ON u.budget_id = b.id
    AND u.period_start = CASE WHEN b.period = 'day' THEN ? ELSE ? END
  WHERE b.organization_id = ?x ORDER BY b.id`)

/** Storage of budgets; a slice is how many events are counted at a time. */
export const budgetStorage = (engine: Engine, sliceEvents = SLICE_EVENTS): BudgetStorage => ({
  count: (budget, nowMs, counted) => async () => {
    const begun = counted === undefined ? await beginCount(engine, budget, nowMs) : E.right(counted)
    return E.isLeft(begun) ? begun : countOn(engine, sliceEvents, begun.right)
  },
  list: (organizationId, book, nowMs) => () => {
    const periods = [periodStartOf('day', nowMs), periodStartOf('month', nowMs)]
    return readAsOf(engine, [list(...periods, idCell(organizationId))], ([rows = []]) =>
      rows.flatMap((row) => {
        const budget = budgets.of(row)
        if (budget.book !== book) return []
        const use = row.slice(budgets.table.columns.length)
        return [{ budget, use: isNull(use[0]) ? unused(budget, nowMs) : budgetUses.of(use) }]
      }),
    )
  },
})
