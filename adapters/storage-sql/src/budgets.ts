import {
  type Budget,
  type BudgetUse,
  countsTowards,
  periodStartOf,
} from '@postrider/core/domain/budgets/budget'
import { spend } from '@postrider/core/domain/budgets/spend'
import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import type { BudgetStorage } from '@postrider/core/ports/storage/budget-storage'
import { E } from '@postrider/core/fp'
import { integer, isNull, text } from './cells/cell.js'
import { idCell, idOf } from './cells/id-cell.js'
import type { Engine, Rows } from './engine/engine.js'
import { insertOrReplace } from './engine/insertion.js'
import { refusalIsBug } from './engine/outcome.js'
import { statement } from './engine/template.js'
import { advanceEpoch, lockEpoch } from './epoch.js'
import { lockAccounts } from './tables/accounts.js'
import { insertAuditEvents } from './tables/audit-events.js'
import { budgets, budgetUses } from './tables/budgets.js'

const findBudget = statement(`SELECT ${budgets.select('b')} FROM budgets b WHERE b.id = ?x {for update}`)
const putBudget = insertOrReplace(budgets.table, ['id'])
const putUse = insertOrReplace(budgetUses.table, ['budget_id', 'period_start'])

/** What is held or settled of the messages accepted since two moments, by app and channel; the later moment first. */
const spentSince = statement(`
  SELECT m.app_id, m.channel, CAST(SUM(CASE WHEN m.accepted_at >= ? THEN m.amount ELSE 0 END) AS SIGNED),
    CAST(SUM(m.amount) AS SIGNED)
  FROM apps a JOIN ledger_events e ON e.app_id = a.id AND e.currency = ? AND e.occurred_at >= ? AND e.phase = 1
  JOIN messages m ON m.id = e.message_id
  WHERE a.organization_id = ?x AND m.accepted_at >= ? AND m.billing <> 'released'
  GROUP BY m.app_id, m.channel`)

const list = statement(`
  SELECT ${budgets.select('b')}, ${budgetUses.select('u')} FROM budgets b
  LEFT JOIN budget_uses u ON u.budget_id = b.id
    AND u.period_start = CASE WHEN b.period = 'day' THEN ? ELSE ? END
  WHERE b.organization_id = ?x ORDER BY b.id`)

const periodsAt = (nowMs: EpochMs) => ({
  day: periodStartOf('day', nowMs),
  month: periodStartOf('month', nowMs),
})

const unused = ({ budgetId, period }: Budget, nowMs: EpochMs): BudgetUse => ({
  budgetId,
  periodStartMs: periodStartOf(period, nowMs),
  usedMinor: 0,
  alertedPercent: 0,
})

/** The budget's use as the messages say; what was reached by then counts as told. */
const recounted = (budget: Budget, spent: Rows, nowMs: EpochMs): BudgetUse => {
  const usedMinor = spent.reduce((sum, [appId, channel, today, thisMonth]) => {
    const of = { appId: idOf('app', appId), channel: text(channel) as 'sms', currency: budget.currency }
    return countsTowards(budget, of) ? sum + integer(budget.period === 'day' ? today : thisMonth) : sum
  }, 0)
  return spend(budget, unused(budget, nowMs), usedMinor).use
}

export const budgetStorage = (engine: Engine): BudgetStorage => ({
  save:
    ({ organizationId, currency, budgetId }, nowMs, decide) =>
    async () => {
      const { day, month } = periodsAt(nowMs)
      const organization = idCell(organizationId)
      const gather = [
        lockEpoch(),
        lockAccounts([{ organizationId, currency }]),
        findBudget(idCell(budgetId)),
        spentSince(day, currency, month, organization, month),
      ]
      const outcome = await engine.transact(gather, ([, , found = [], spent = []]) => {
        const { budget, audit, result } = decide(found.map(budgets.of)[0])
        if (budget === undefined) return { statements: [], result }
        const statements = [
          putBudget(budgets.cells(budget)),
          putUse(budgetUses.cells(recounted(budget, spent, nowMs))),
          ...(audit.length === 0 ? [] : [insertAuditEvents(audit)]),
          advanceEpoch(),
        ]
        return { statements, result }
      })
      return refusalIsBug(outcome)
    },
  list: (organizationId, nowMs) => async () => {
    const { day, month } = periodsAt(nowMs)
    const read = await engine.read([list(day, month, idCell(organizationId))], 'each')
    return E.map(([rows = []]: readonly Rows[]) =>
      rows.map((row) => {
        const budget = budgets.of(row)
        const use = row.slice(budgets.table.columns.length)
        return { budget, use: isNull(use[0]) ? unused(budget, nowMs) : budgetUses.of(use) }
      }),
    )(read)
  },
})
