import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import { LONGEST_PERIOD_MS } from '@postrider/core/ledger/domain/budgets/budget'
import {
  settledChange,
  type TouchedMessage,
  touchedMessages,
} from '@postrider/core/messaging/domain/message-changes'
import type { AttemptSegment } from '@postrider/core/messaging/domain/dispatch/attempt-segment'
import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { AccountKey } from '@postrider/core/ledger/domain/account'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type {
  BeginPlan,
  ClaimPlan,
  DispatchStorage,
  HeldMessages,
  WorkItem,
  WorkFacts,
} from '@postrider/core/messaging/ports/dispatch-storage'
import { E } from '@postrider/core/fp'
import { suppressedSinceQuery, suppressionQuery } from '../acceptance/policy-facts.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import { type Dialect, lockedFirst } from '../../engine/dialect.js'
import type { Engine, Rows, Statement, TransactionQuery } from '../../engine/engine.js'
import { insertInto } from '../../engine/insertion.js'
import { refusalIsBug } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { restoreHeldOf, findRestoreHeldAmong, waitingOf } from '../../guards/restore-hold.js'
import { grouped } from '../../engine/grouped.js'
import { heldByAccounts, heldMessages, heldRows, NONE_HELD, withoutHeld } from './held-messages.js'
import {
  claimableOf,
  lockedOf,
  lockFreeMessages,
  lockFreeToBegin,
  lockFreeToClaim,
  lockMessages,
  lockToBegin,
  lockToClaim,
  claimsOf,
} from './locked-messages.js'
import { calledBefore, pendingQueries } from '../receipts/pending.js'
import {
  accounts,
  accountsAmong,
  accountsByKey,
  lockAccounts,
  lockFreeAccounts,
} from '../../ledger/accounts-table.js'
import { attemptSegments } from '../messages/attempt-segments-table.js'
import { attempts } from '../messages/attempts-table.js'
import { lockFreeMessageRows, lockMessageRows } from '../messages/table.js'
import { budgetsUsed } from '../../ledger/budgets/table.js'
import { ledgerEvents } from '../../ledger/events-table.js'
import { leaveChange } from '../../feed/leave-change.js'
import { changesOf } from './work-changes.js'
import { queries, type Queries, queryOf } from '../../engine/queries.js'
import type { BudgetWithUse } from '@postrider/core/ledger/domain/budgets/give-back'

/** The accounts of messages, locked in the order of their keys. The limit makes MariaDB keep the order. */
const theirAccounts = `
  SELECT ${accounts.select('a')}
  FROM (SELECT DISTINCT organization_id, environment, currency FROM messages {by messages.PRIMARY} WHERE id IN (?x*)
        ORDER BY organization_id, environment, currency LIMIT 1000000) m
  {in this order} accounts a {by accounts.PRIMARY} ON a.organization_id = m.organization_id AND a.environment = m.environment AND a.currency = m.currency`
const lockTheirAccounts = statement(`${theirAccounts} {for update of a}`)
const lockTheirFreeAccounts = statement(`${theirAccounts} {skip locked of a}`)

const openReservations = statement(`
  SELECT ${ledgerEvents.select('r')} FROM ledger_events r
  LEFT JOIN ledger_events c ON c.message_id = r.message_id AND c.phase = 2
  WHERE r.message_id IN (?x*) AND r.phase = 1 AND c.seq IS NULL`)

/**
 * Budgets of Organizations, with the uses of periods in which messages accepted since this time may have been
 * counted.
 */
const usesSince = (organizations: string, since: string) =>
  statement(`
    SELECT ${budgetsUsed.columns} FROM budgets b JOIN budget_uses u ON u.budget_id = b.id
    WHERE b.organization_id IN (${organizations}) AND u.period_start > ${since} - CASE WHEN b.period = 'day' THEN ? ELSE ? END`)
const theirBudgets = usesSince(
  'SELECT m.organization_id FROM messages m WHERE m.id IN (?x*)',
  '(SELECT MIN(m.accepted_at) FROM messages m WHERE m.id IN (?x*))',
)
const budgetsOf = usesSince('?x*', '?')

/** Hardly any message is accepted by the provider in parts. */
const theirParts = statement(`
  SELECT ${attemptSegments.select('p')} FROM attempt_segments p {by attempt_segments.PRIMARY}
  WHERE p.message_id IN (?x*) ORDER BY p.message_id, p.number, p.part`)

const lease = statement('UPDATE messages SET claim = ?, lease_until = ? WHERE id IN (?x*)')
const begin = statement('UPDATE messages SET attempt = ?, lease_until = ? WHERE id IN (?x*)')
const changeSender = statement('UPDATE messages SET sender = ? WHERE id IN (?x*)')
const beginAttempts = insertInto(attempts.table)

const leasesOf = ({ claim, leases }: ClaimPlan<unknown>): readonly Statement[] =>
  grouped(
    leases,
    ({ leaseUntilMs }) => String(leaseUntilMs),
    ({ messageId }) => idCell(messageId),
  ).map(({ first, cells }) => lease(claim, first.leaseUntilMs, cells))

const changedSendersOf = ({ senders }: ClaimPlan<unknown>): readonly Statement[] =>
  grouped(
    senders,
    ({ sender }) => sender,
    ({ messageId }) => idCell(messageId),
  ).map(({ first, cells }) => changeSender(first.sender, cells))

/** Writes the intents, and marks their locked messages as being sent now. */
const intentsOf = (
  { intents }: BeginPlan<unknown>,
  locked: ReadonlyMap<MessageId, TouchedMessage>,
  dialect: Dialect,
): readonly Statement[] => {
  if (intents.length === 0) return []
  const begun = grouped(
    intents,
    ({ attempt, leaseUntilMs }) => `${attempt.number} ${leaseUntilMs}`,
    ({ attempt }) => idCell(attempt.messageId),
  )
  const touched = intents.flatMap(({ attempt }) => locked.get(attempt.messageId) ?? [])
  return [
    beginAttempts(attempts.rows(intents.map(({ attempt }) => attempt))),
    ...begun.map(({ first, cells }) => begin(first.attempt.number, first.leaseUntilMs, cells)),
    ...leaveChange(dialect, touchedMessages(touched)),
  ]
}

const NO_PARTS: ReadonlyMap<MessageId, readonly AttemptSegment[]> = new Map()

const partsByMessage = (rows: Rows): ReadonlyMap<MessageId, readonly AttemptSegment[]> => {
  const found = new Map<MessageId, AttemptSegment[]>()
  for (const part of rows.map(attemptSegments.of)) {
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

type Accepted = NonNullable<WorkItem['accepted']>

const payerOf = ({ organizationId, environment, charge: { currency } }: Accepted): AccountKey => ({
  organizationId,
  environment,
  currency,
})

/**
 * The paying accounts and the budgets of the messages: found through the messages if an item doesn't name
 * them.
 */
const moneyOf = (items: readonly WorkItem[], ids: readonly string[], waits: boolean) => {
  const { day, month } = LONGEST_PERIOD_MS
  const budgetsIn = (rows: Rows): readonly BudgetWithUse[] =>
    rows.map(budgetsUsed.of).map(({ b, u }) => ({ budget: b, use: u }))
  const accepted = items.flatMap((item) => item.accepted ?? [])
  if (accepted.length < items.length)
    return {
      accounts: queryOf((waits ? lockTheirAccounts : lockTheirFreeAccounts)(ids), accountsByKey),
      budgets: queryOf(theirBudgets(ids, ids, day, month), budgetsIn),
    }
  const payers = accepted.map(payerOf)
  const owners = [...new Set(payers.map(({ organizationId }) => organizationId))].map(idCell)
  const sinceMs = leastOf(accepted.map(({ acceptedAtMs }) => acceptedAtMs))
  return {
    accounts: queryOf((waits ? lockAccounts : lockFreeAccounts)(payers), (rows) =>
      accountsAmong(rows, payers),
    ),
    budgets: queryOf(budgetsOf(owners, sinceMs, day, month), budgetsIn),
  }
}

/** The data read for messages in progress, and further queries, if any, in place of their receipts. */
interface WorkReading {
  readonly known: WorkFacts
  readonly again: Queries<WorkFacts['receipts']> | undefined
}

/** The messages that an earlier statement locked, if there was one. */
const lockedBefore = (
  found: ReadonlyMap<MessageId, LockedMessage>,
  before: ReadonlySet<MessageId> | undefined,
): ReadonlyMap<MessageId, LockedMessage> =>
  before === undefined || before.size === found.size
    ? found
    : new Map([...found].filter(([messageId]) => before.has(messageId)))

const idsIn = (rows: Rows): ReadonlySet<MessageId> => new Set(rows.map(([id]) => idOf('msg', id)))

/**
 * The queries for messages in progress, with all locks in one order. Without `waits`, messages and accounts
 * that others hold are left out.
 */
export const workQueries = (
  items: readonly WorkItem[],
  dialect: Pick<Dialect, 'readsBehindItsLocks'>,
  waits = true,
): Queries<WorkReading> => {
  const ids = items.map(({ messageId }) => idCell(messageId))
  const earlier = calledBefore(items)
  const pending = pendingQueries(items)
  const [locking] = lockedFirst(dialect, (waits ? lockMessageRows : lockFreeMessageRows)(ids))
  const gathered = queries({
    locked: locking === undefined ? undefined : queryOf(locking, idsIn),
    found: queryOf((waits ? lockMessages : lockFreeMessages)(ids), lockedOf),
    reservations: queryOf(openReservations(ids), reservationsOf),
    ...moneyOf(items, ids, waits),
    parts: earlier.length === 0 ? undefined : queryOf(theirParts(earlier), partsByMessage),
    ...pending.named,
  })
  return {
    statements: gathered.statements,
    of: (answers) => {
      const found = gathered.of(answers)
      const { accounts: payers, reservations, budgets, parts = NO_PARTS } = found
      const messages = lockedBefore(found.found, found.locked)
      const known = { messages, accounts: payers, reservations, budgets, parts, receipts: pending.of(found) }
      return { known, again: pending.again(found) }
    },
  }
}

/** The work without messages that wait for a super admin's decision after a restoration. */
const withoutRestoreHeld = <A>(
  known: ReadonlyMap<MessageId, A>,
  restoreHeld: Rows,
): ReadonlyMap<MessageId, A> => {
  const kept = restoreHeldOf(restoreHeld)
  return kept.size === 0 ? known : new Map([...known].filter(([messageId]) => !kept.has(messageId)))
}

/** The messages that other transactions have locked, or whose accounts they have locked. */
const heldAtWork = async (
  items: readonly WorkItem[],
  { messages, accounts: payers }: WorkFacts,
  ask: TransactionQuery,
): Promise<HeldMessages> => {
  const ids = items.map(({ messageId }) => messageId)
  const held = await heldMessages(ids, messages, ask)
  const unpaid = await heldByAccounts(withoutHeld(messages, held), payers, ask)
  return held.size === 0 ? unpaid : new Map([...held, ...unpaid])
}

const claiming =
  (engine: Engine): DispatchStorage['claim'] =>
  (messageIds, decide, waits = true) =>
  async () => {
    const ids = messageIds.map(idCell)
    const locking = lockedFirst(engine.dialect, (waits ? lockMessageRows : lockFreeMessageRows)(ids))
    const lock = (waits ? lockToClaim : lockFreeToClaim)(ids)
    const outcome = await engine.transaction(
      [...locking, lock, findRestoreHeldAmong(ids)],
      async (answers, ask) => {
        const [rows = [], restoreHeld = []] = answers.slice(-2)
        const found = claimableOf(rows)
        const locked = lockedBefore(found.locked, locking.length === 0 ? undefined : idsIn(answers[0] ?? []))
        const held = waits ? NONE_HELD : await heldMessages(messageIds, locked, ask)
        const plan = decide(withoutRestoreHeld(withoutHeld(locked, held), restoreHeld), found.dead, held)
        const messages = new Map([...locked].map(([messageId, { message }]) => [messageId, message]))
        const intents = intentsOf(plan, messages, engine.dialect)
        const statements = [
          ...leasesOf(plan),
          ...changedSendersOf(plan),
          ...intents,
          ...waitingOf(restoreHeld),
        ]
        return { statements, isKept: statements.length > 0, result: plan.result }
      },
    )
    return refusalIsBug(outcome)
  }

export const dispatchStorage = (engine: Engine): DispatchStorage => ({
  suppressedSince: (sinceMs, limit) => async () => {
    const asked = queries({ found: suppressedSinceQuery(sinceMs, limit) })
    return E.map((answers: readonly Rows[]) => asked.of(answers).found)(
      await engine.read(asked.statements, 'each'),
    )
  },
  suppressed: (keys) => async () => {
    if (keys.length === 0) return E.right(new Map())
    const asked = queries({ suppressed: suppressionQuery(keys) })
    return E.map((answers: readonly Rows[]) => asked.of(answers).suppressed)(
      await engine.read(asked.statements, 'each'),
    )
  },
  claim: claiming(engine),
  begin:
    (messageIds, decide, waits = true) =>
    async () => {
      const ids = messageIds.map(idCell)
      const lock = (waits ? lockToBegin : lockFreeToBegin)(ids)
      const outcome = await engine.transaction(
        [lock, findRestoreHeldAmong(ids)],
        async ([rows = [], restoreHeld = []], ask) => {
          const { statuses, messages } = claimsOf(rows)
          const missed = waits ? [] : messageIds.filter((messageId) => !statuses.has(messageId))
          const held = await heldRows(missed, statuses, ask)
          const plan = decide(withoutRestoreHeld(statuses, restoreHeld), held)
          const statements = intentsOf(plan, messages, engine.dialect)
          return { statements, isKept: statements.length > 0, result: plan.result }
        },
      )
      return refusalIsBug(outcome)
    },
  work:
    (items, decide, waits = true) =>
    async () => {
      const gather = workQueries(items, engine.dialect, waits)
      return engine.transaction(gather.statements, async (answers, ask) => {
        const { known: all, again } = gather.of(answers)
        const held = waits ? NONE_HELD : await heldAtWork(items, all, ask)
        const first = held.size === 0 ? all : { ...all, messages: withoutHeld(all.messages, held) }
        const known =
          again === undefined ? first : { ...first, receipts: again.of(await ask(again.statements)) }
        const plan = decide(known, held)
        const left = leaveChange(engine.dialect, settledChange(plan, known.messages))
        const statements = [...changesOf(plan, known.messages), ...left]
        return { statements, isKept: statements.length > 0, result: plan.result }
      })
    },
})
