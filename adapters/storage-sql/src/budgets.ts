import { periodStartOf, unused } from '@postrider/core/domain/budgets/budget'
import type { BudgetStorage } from '@postrider/core/ports/storage/budget-storage'
import { E } from '@postrider/core/fp'
import { beginCount, type Counted, countOn } from './budget-counting.js'
import { trySaving } from './budget-saving.js'
import { isNull } from './cells/cell.js'
import { idCell } from './cells/id-cell.js'
import type { Engine, Rows } from './engine/engine.js'
import { statement } from './engine/template.js'
import { budgets, budgetUses } from './tables/budgets.js'

/** How many events are counted in one statement, and so how many at the most while others wait for the account. */
const SLICE_EVENTS = 10_000
/** How often a budget is tried whose count falls behind what is spent meanwhile. */
const MOST_TRIALS = 6

const list = statement(`
  SELECT ${budgets.select('b')}, ${budgetUses.select('u')} FROM budgets b
  LEFT JOIN budget_uses u ON u.budget_id = b.id
    AND u.period_start = CASE WHEN b.period = 'day' THEN ? ELSE ? END
  WHERE b.organization_id = ?x ORDER BY b.id`)

/** Storage of budgets; a slice is how many events are counted at a time. */
export const budgetStorage = (engine: Engine, sliceEvents = SLICE_EVENTS): BudgetStorage => ({
  save: (key, nowMs, decide) => async () => {
    let counted: Counted | undefined
    for (let trials = 0; trials < MOST_TRIALS; trials += 1) {
      const tried = await trySaving(engine, sliceEvents, { key, nowMs, decide, counted })
      if (E.isLeft(tried)) return tried
      if (tried.right._tag === 'Done') return E.right(tried.right.result)
      const { budget, counted: soFar } = tried.right
      const begun = soFar === undefined ? await beginCount(engine, budget, nowMs) : E.right(soFar)
      if (E.isLeft(begun)) return begun
      const further = await countOn(engine, sliceEvents, begun.right)
      if (E.isLeft(further)) return further
      counted = further.right
    }
    return E.left({ _tag: 'StorageUnavailable', cause: 'more was spent than could be counted meanwhile' })
  },
  list: (organizationId, nowMs) => async () => {
    const periods = [periodStartOf('day', nowMs), periodStartOf('month', nowMs)]
    const read = await engine.read([list(...periods, idCell(organizationId))], 'each')
    return E.map(([rows = []]: readonly Rows[]) =>
      rows.map((row) => {
        const budget = budgets.of(row)
        const use = row.slice(budgets.table.columns.length)
        return { budget, use: isNull(use[0]) ? unused(budget, nowMs) : budgetUses.of(use) }
      }),
    )(read)
  },
})
