import { LONGEST_PERIOD_MS } from '@postrider/core/domain/budgets/budget'
import { settledChange, touchedMessages } from '@postrider/core/domain/feed/message-changes'
import type { AttemptPart } from '@postrider/core/domain/dispatch/attempt-part'
import type { MessageId } from '@postrider/core/domain/ids/id'
import type { LedgerEvent } from '@postrider/core/domain/ledger/ledger-event'
import type {
  BeginPlan,
  ClaimPlan,
  DispatchStorage,
  WorkItem,
  WorkKnown,
} from '@postrider/core/ports/storage/dispatch-storage'
import { idCell } from '../cells/id-cell.js'
import type { Dialect } from '../engine/dialect.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { insertInto } from '../engine/insertion.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { fencedOf, findFencedAmong, waitingOf } from '../installation/fence.js'
import { grouped } from '../engine/grouped.js'
import { claimableOf, lockedOf, lockMessages, lockToBegin, lockToClaim, claimsOf } from './locked-messages.js'
import { calledBefore, pendingQueries } from '../receipts/pending.js'
import { accounts, accountsByKey } from '../ledger/accounts-table.js'
import { attemptParts } from '../messages/attempt-parts-table.js'
import { attempts } from '../messages/attempts-table.js'
import { budgetsUsed } from '../budgets/table.js'
import { ledgerEvents } from '../ledger/events-table.js'
import { leaveChange } from '../feed/leave-change.js'
import { changesOf } from './work-changes.js'
import { queries, type Queries, queryOf } from '../engine/queries.js'
import type { BudgetWithUse } from '@postrider/core/domain/budgets/give-back'

/** The accounts of messages, locked in the order of their keys. The limit makes MariaDB keep the order. */
const lockTheirAccounts = statement(`
  SELECT ${accounts.select('a')}
  FROM (SELECT DISTINCT organization_id, currency FROM messages {by messages.PRIMARY} WHERE id IN (?x*)
        ORDER BY organization_id, currency LIMIT 1000000) m
  {in this order} accounts a {by accounts.PRIMARY} ON a.organization_id = m.organization_id AND a.currency = m.currency
  {for update}`)

const openReservations = statement(`
  SELECT ${ledgerEvents.select('r')} FROM ledger_events r
  LEFT JOIN ledger_events c ON c.message_id = r.message_id AND c.phase = 2
  WHERE r.message_id IN (?x*) AND r.phase = 1 AND c.seq IS NULL`)

/** Budgets of the messages' Organizations, with the uses of periods that the messages may have been accepted in. */
const theirBudgets = statement(`
  SELECT ${budgetsUsed.columns} FROM budgets b JOIN budget_uses u ON u.budget_id = b.id
  WHERE b.organization_id IN (SELECT m.organization_id FROM messages m WHERE m.id IN (?x*))
    AND u.period_start > (SELECT MIN(m.accepted_at) FROM messages m WHERE m.id IN (?x*))
      - CASE WHEN b.period = 'day' THEN ? ELSE ? END`)

/** Hardly any message is taken in parts. */
const theirParts = statement(`
  SELECT ${attemptParts.select('p')} FROM attempt_parts p {by attempt_parts.PRIMARY}
  WHERE p.message_id IN (?x*) ORDER BY p.message_id, p.number, p.part`)

const lease = statement('UPDATE messages SET claim = ?, lease_until = ? WHERE id IN (?x*)')
const begin = statement('UPDATE messages SET attempt = ?, lease_until = ? WHERE id IN (?x*)')
const beginAttempts = insertInto(attempts.table)

const leasesOf = ({ claim, leases }: ClaimPlan<unknown>): readonly Statement[] =>
  grouped(
    leases,
    ({ leaseUntilMs }) => String(leaseUntilMs),
    ({ messageId }) => idCell(messageId),
  ).map(({ first, cells }) => lease(claim, first.leaseUntilMs, cells))

/** The intents, and that their messages are being sent now. */
const intentsOf = ({ intents }: BeginPlan<unknown>, dialect: Dialect): readonly Statement[] => {
  if (intents.length === 0) return []
  const begun = grouped(
    intents,
    ({ attempt, leaseUntilMs }) => `${attempt.number} ${leaseUntilMs}`,
    ({ attempt }) => idCell(attempt.messageId),
  )
  return [
    beginAttempts(attempts.rows(intents.map(({ attempt }) => attempt))),
    ...begun.map(({ first, cells }) => begin(first.attempt.number, first.leaseUntilMs, cells)),
    ...leaveChange(dialect, touchedMessages(intents.map(({ attempt }) => attempt.messageId))),
  ]
}

const NO_PARTS: ReadonlyMap<MessageId, readonly AttemptPart[]> = new Map()

const partsByMessage = (rows: Rows): ReadonlyMap<MessageId, readonly AttemptPart[]> => {
  const found = new Map<MessageId, AttemptPart[]>()
  for (const part of rows.map(attemptParts.of)) {
    const parts = found.get(part.messageId)
    if (parts === undefined) found.set(part.messageId, [part])
    else parts.push(part)
  }
  return found
}

const reservationsOf = (rows: Rows): ReadonlyMap<MessageId, LedgerEvent> =>
  new Map(
    rows
      .map(ledgerEvents.of)
      .flatMap((event) => (event.messageId === undefined ? [] : [[event.messageId, event]])),
  )

/** What has to be known of messages that are worked on, all of it locked in one order. */
export const workQueries = (items: readonly WorkItem[]): Queries<WorkKnown> => {
  const ids = items.map(({ messageId }) => idCell(messageId))
  const earlier = calledBefore(items)
  const pending = pendingQueries(items)
  const gathered = queries({
    messages: queryOf(lockMessages(ids), lockedOf),
    accounts: queryOf(lockTheirAccounts(ids), accountsByKey),
    reservations: queryOf(openReservations(ids), reservationsOf),
    budgets: queryOf(
      theirBudgets(ids, ids, LONGEST_PERIOD_MS.day, LONGEST_PERIOD_MS.month),
      (rows): readonly BudgetWithUse[] => rows.map(budgetsUsed.of).map(({ b, u }) => ({ budget: b, use: u })),
    ),
    parts: earlier.length === 0 ? undefined : queryOf(theirParts(earlier), partsByMessage),
    ...pending.named,
  })
  return {
    statements: gathered.statements,
    of: (answers) => {
      const found = gathered.of(answers)
      return {
        messages: found.messages,
        accounts: found.accounts,
        reservations: found.reservations,
        budgets: found.budgets,
        parts: found.parts ?? NO_PARTS,
        receipts: pending.of(found),
      }
    },
  }
}

/** Without those that wait for an operator's word after a restoration. */
const unfenced = <A>(known: ReadonlyMap<MessageId, A>, fenced: Rows): ReadonlyMap<MessageId, A> => {
  const kept = fencedOf(fenced)
  return kept.size === 0 ? known : new Map([...known].filter(([messageId]) => !kept.has(messageId)))
}

export const dispatchStorage = (engine: Engine): DispatchStorage => ({
  claim: (messageIds, decide) => async () => {
    const ids = messageIds.map(idCell)
    const outcome = await engine.transact(
      [lockToClaim(ids), findFencedAmong(ids)],
      ([rows = [], fenced = []]) => {
        const { locked, dead } = claimableOf(rows)
        const plan = decide(unfenced(locked, fenced), dead)
        const statements = [...leasesOf(plan), ...intentsOf(plan, engine.dialect), ...waitingOf(fenced)]
        return { statements, result: plan.result }
      },
    )
    return refusalIsBug(outcome)
  },
  begin: (messageIds, decide) => async () => {
    const ids = messageIds.map(idCell)
    const outcome = await engine.transact(
      [lockToBegin(ids), findFencedAmong(ids)],
      ([rows = [], fenced = []]) => {
        const plan = decide(unfenced(claimsOf(rows), fenced))
        return { statements: intentsOf(plan, engine.dialect), result: plan.result }
      },
    )
    return refusalIsBug(outcome)
  },
  work: (items, decide) => async () => {
    const gather = workQueries(items)
    return engine.transact(gather.statements, (answers) => {
      const known = gather.of(answers)
      const plan = decide(known)
      const left = leaveChange(engine.dialect, settledChange(plan, known.messages))
      return { statements: [...changesOf(plan, known.messages), ...left], result: plan.result }
    })
  },
})
