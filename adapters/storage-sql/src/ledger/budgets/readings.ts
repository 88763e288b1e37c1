import { periodStartOf, unused } from '@postrider/core/ledger/domain/budgets/budget'
import type { BudgetStorage } from '@postrider/core/ledger/ports/budget-storage'
import { E } from '@postrider/core/fp'
import { readAsOf } from '../../guards/as-of.js'
import { beginCount, countOn, SLICE_EVENTS } from './counting.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { budgets, budgetUses } from './table.js'
import { joined, outer } from '../../rows/selection.js'

const budgetsShown = joined({ b: budgets, u: outer(budgetUses) })
const list = statement(`
  SELECT ${budgetsShown.columns} FROM budgets b
  LEFT JOIN budget_uses u ON u.budget_id = b.id
    AND u.period_start = CASE WHEN b.period = 'day' THEN ? ELSE ? END
  WHERE b.organization_id = ?x ORDER BY b.id`)

/** Storage of budgets; a slice is the number of events that are counted at a time. */
export const budgetStorage = (engine: Engine, sliceEvents = SLICE_EVENTS): BudgetStorage => ({
  count: (budget, nowMs, counted) => async () => {
    const begun = counted === undefined ? await beginCount(engine, budget, nowMs) : E.right(counted)
    return E.isLeft(begun) ? begun : countOn(engine, sliceEvents, begun.right)
  },
  list: (organizationId, environment, nowMs) => () => {
    const periods = [periodStartOf('day', nowMs), periodStartOf('month', nowMs)]
    return readAsOf(engine, [list(...periods, idCell(organizationId))], ([rows = []]) =>
      rows
        .map(budgetsShown.of)
        .filter(({ b }) => b.environment === environment)
        .map(({ b, u = unused(b, nowMs) }) => ({ budget: b, use: u })),
    )
  },
})
