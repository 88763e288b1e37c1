import {
  type Budget,
  type BudgetUse,
  periodStartOf,
  unused,
} from '@postrider/core/ledger/domain/budgets/budget'
import { countsOtherwise, useAfterChange } from '@postrider/core/ledger/domain/budgets/use-after-change'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { changeOfKind } from '@postrider/core/feed/domain/change'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { BudgetCount, BudgetSaved } from '@postrider/core/ledger/ports/budget-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { countedWith, eventsAfter } from './counting.js'
import { readInteger } from '../../cells/cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Rows } from '../../engine/engine.js'
import { insertOrReplace } from '../../engine/insertion.js'
import { statement } from '../../engine/template.js'
import { accountsByKey, lockAccounts } from '../accounts-table.js'
import { budgets, budgetUses } from './table.js'
import type { StatementSequence } from '../../units/statement-sequence.js'

const findBudget = statement(`
  SELECT ${budgets.select('b')} FROM budgets b {by budgets.PRIMARY} WHERE b.id = ?x {for update}`)
const readBudget = statement(
  `SELECT ${budgets.select('b')} FROM budgets b {by budgets.PRIMARY} WHERE b.id = ?x`,
)
const removeBudget = statement('DELETE FROM budgets WHERE id = ?x')
const removeUses = statement('DELETE FROM budget_uses WHERE budget_id = ?x')
const countBudgets = statement('SELECT COUNT(*) FROM budgets b WHERE b.organization_id = ?x')
const findUses = statement(`
  SELECT ${budgetUses.select('u')} FROM budget_uses u WHERE u.budget_id = ?x AND u.period_start IN (?*)`)
const putBudget = insertOrReplace(budgets.table, ['id'])
const putUse = insertOrReplace(budgetUses.table, ['budget_id', 'period_start'])

/** A period without any use has no row. */
const useOf = (uses: Rows, budget: Budget, nowMs: EpochMs): BudgetUse => {
  const fresh = unused(budget, nowMs)
  return uses.map(budgetUses.of).find(({ periodStartMs }) => periodStartMs === fresh.periodStartMs) ?? fresh
}

/** Whether the count is for this budget in this period. */
const isOfThis = (counted: BudgetCount, budget: Budget, nowMs: EpochMs): boolean =>
  !countsOtherwise(counted.budget, budget) &&
  counted.use.periodStartMs === periodStartOf(budget.period, nowMs)

const requireExclusive = ({ lockMode }: StatementSequence): void => {
  if (lockMode === 'shared')
    throw new Error('budgets are versioned by the epoch: only an exclusive unit changes them')
}

/**
 * Budgets inside the unit. A budget is saved with its use: the stored one, or the count plus later events.
 * Under the account's lock at most one slice of events is counted.
 */
export const budgetRepository = (
  sequence: StatementSequence,
  sliceEvents: number,
): UnitOfWork['budgets'] => ({
  find: async (budgetId) => {
    const [found = []] = await sequence.read([readBudget(idCell(budgetId))])
    return found.map(budgets.of)[0]
  },
  lock: async ({ budgetId, ...payer }) => {
    const [, found = []] = await sequence.read([lockAccounts([payer]), findBudget(idCell(budgetId))])
    return found.map(budgets.of)[0]
  },
  countOf: async (organizationId) => {
    const [found = []] = await sequence.read([countBudgets(idCell(organizationId))])
    return readInteger(found[0]?.[0])
  },
  save: async (before, budget, nowMs, counted) => {
    requireExclusive(sequence)
    const tailTo = (counted?.upToSeq ?? 0) + sliceEvents
    const [locked = [], uses = [], tail = []] = await sequence.read([
      lockAccounts([budget]),
      findUses(idCell(budget.budgetId), [periodStartOf('day', nowMs), periodStartOf('month', nowMs)]),
      ...(counted === undefined ? [] : [eventsAfter(counted, tailTo)]),
    ])
    const write = (found: BudgetUse): BudgetSaved => {
      const use = useAfterChange(before, budget, found)
      sequence.leave(changeOfKind('budget', budget.organizationId))
      sequence.concern(budget.organizationId, 'budgets')
      sequence.writeApart(putBudget(budgets.cells(budget)), putUse(budgetUses.cells(use)))
      return { _tag: 'Saved', use }
    }
    if (!countsOtherwise(before, budget)) return write(useOf(uses, budget, nowMs))
    const head = accountsByKey(locked).get(accountKey(budget))?.version ?? 0
    const isUsable = counted !== undefined && isOfThis(counted, budget, nowMs)
    const now = isUsable ? countedWith(counted, tail, Math.min(tailTo, head)) : undefined
    return now?.upToSeq === head ? write(now.use) : { _tag: 'Behind', counted: now }
  },
  remove: ({ budgetId, organizationId }) => {
    requireExclusive(sequence)
    sequence.leave(changeOfKind('budget', organizationId))
    sequence.concern(organizationId, 'budgets')
    sequence.writeApart(removeBudget(idCell(budgetId)), removeUses(idCell(budgetId)))
  },
})
