import { type Budget, type BudgetUse, periodStartOf, unused } from '@postrider/core/domain/budgets/budget'
import { countsOtherwise, useAfterChange } from '@postrider/core/domain/budgets/use-after-change'
import type { CommitUnknown, StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import type { BudgetChange, BudgetKey } from '@postrider/core/ports/storage/budget-storage'
import { type Counted, countedWith, eventsAfter } from './budget-counting.js'
import { idCell } from './cells/id-cell.js'
import type { Engine, Rows, Statement, Writing } from './engine/engine.js'
import { insertOrReplace } from './engine/insertion.js'
import { refusalIsBug } from './engine/outcome.js'
import { statement } from './engine/template.js'
import { advanceEpoch, lockEpoch } from './epoch.js'
import { accountOf, lockAccounts } from './tables/accounts.js'
import { insertAuditEvents } from './tables/audit-events.js'
import { budgets, budgetUses } from './tables/budgets.js'

const findBudget = statement(`SELECT ${budgets.select('b')} FROM budgets b WHERE b.id = ?x {for update}`)
const findUses = statement(`
  SELECT ${budgetUses.select('u')} FROM budget_uses u WHERE u.budget_id = ?x AND u.period_start IN (?*)`)
const putBudget = insertOrReplace(budgets.table, ['id'])
const putUse = insertOrReplace(budgetUses.table, ['budget_id', 'period_start'])

/** A change of a budget, and what was counted for it so far. */
export interface Saving<A> {
  readonly key: BudgetKey
  readonly nowMs: EpochMs
  readonly decide: (before: Budget | undefined) => BudgetChange<A>
  readonly counted: Counted | undefined
}

/** Saved or refused; or nothing done, because what was counted ends before the locked account does. */
export type Tried<A> =
  | { readonly _tag: 'Done'; readonly result: A }
  | { readonly _tag: 'Behind'; readonly budget: Budget; readonly counted: Counted | undefined }

/** The use of a period in which nothing was used yet is not there. */
const useOf = (uses: Rows, budget: Budget, nowMs: EpochMs): BudgetUse => {
  const fresh = unused(budget, nowMs)
  return uses.map(budgetUses.of).find(({ periodStartMs }) => periodStartMs === fresh.periodStartMs) ?? fresh
}

const writingOf = (
  budget: Budget,
  use: BudgetUse,
  audit: BudgetChange<unknown>['audit'],
): readonly Statement[] => [
  putBudget(budgets.cells(budget)),
  putUse(budgetUses.cells(use)),
  ...(audit.length === 0 ? [] : [insertAuditEvents(audit)]),
  advanceEpoch(),
]

/**
 * Saves the budget where its use is known: what it was, or what was counted and the events since. Under the lock no
 * more events are counted than a slice has.
 */
export const trySaving = async <A>(
  engine: Engine,
  sliceEvents: number,
  { key: { budgetId, ...payer }, nowMs, decide, counted }: Saving<A>,
): Promise<E.Either<StorageUnavailable | CommitUnknown, Tried<A>>> => {
  const id = idCell(budgetId)
  const tailTo = (counted?.upToSeq ?? 0) + sliceEvents
  const gather = [
    lockEpoch(),
    lockAccounts([payer]),
    findBudget(id),
    findUses(id, [periodStartOf('day', nowMs), periodStartOf('month', nowMs)]),
    ...(counted === undefined ? [] : [eventsAfter(counted, tailTo)]),
  ]
  const judge = ([, held = [], found = [], uses = [], tail = []]: readonly Rows[]): Writing<Tried<A>> => {
    const before = found.map(budgets.of)[0]
    const { budget, audit, result } = decide(before)
    if (budget === undefined) return { statements: [], result: { _tag: 'Done', result } }
    const done = (use: BudgetUse): Writing<Tried<A>> => ({
      statements: writingOf(budget, useAfterChange(before, budget, use), audit),
      result: { _tag: 'Done', result },
    })
    if (!countsOtherwise(before, budget)) return done(useOf(uses, budget, nowMs))
    const head = held.map(accountOf)[0]?.version ?? 0
    const isOfThis = counted !== undefined && !countsOtherwise(counted.budget, budget)
    const now = isOfThis ? countedWith(counted, tail, Math.min(tailTo, head)) : undefined
    if (now?.upToSeq === head) return done(now.use)
    return { statements: [], result: { _tag: 'Behind', budget, counted: now } }
  }
  return refusalIsBug(await engine.transact(gather, judge))
}
