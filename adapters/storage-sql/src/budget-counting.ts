import { type Budget, type BudgetUse, countsTowards, unused } from '@postrider/core/domain/budgets/budget'
import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { integer, text } from './cells/cell.js'
import { idCell, idOf } from './cells/id-cell.js'
import type { Engine, Rows } from './engine/engine.js'
import { statement, type Filled } from './engine/template.js'

/** What an account's ledger says was used of a budget, as of one of the account's events. */
export interface Counted {
  readonly budget: Budget
  readonly use: BudgetUse
  /** The number of the last event that was counted. */
  readonly upToSeq: number
}

const findHead = statement('SELECT a.version FROM accounts a WHERE a.organization_id = ?x AND a.currency = ?')

const findTime = statement(`
  SELECT e.occurred_at FROM ledger_events e {by ledger_events.PRIMARY}
  WHERE e.organization_id = ?x AND e.currency = ? AND e.seq = ?`)

/**
 * What a range of events reserved and released of messages accepted since a moment, by app and channel: so a release
 * counts where its reservation does.
 */
const addEvents = statement(`
  SELECT m.app_id, m.channel, CAST(SUM(CASE WHEN e.phase = 1 THEN e.amount ELSE -e.amount END) AS SIGNED)
  FROM ledger_events e {by ledger_events.PRIMARY} {in this order} messages m {by messages.PRIMARY} ON m.id = e.message_id
  WHERE e.organization_id = ?x AND e.currency = ? AND e.seq > ? AND e.seq <= ?
    AND e.type IN ('reservation', 'release') AND m.accepted_at >= ?
  GROUP BY m.app_id, m.channel`)

/** The events after what was counted, up to this one. */
export const eventsAfter = ({ budget, use, upToSeq }: Counted, toSeq: number): Filled =>
  addEvents(idCell(budget.organizationId), budget.currency, upToSeq, toSeq, use.periodStartMs)

/** What was counted, and those events. */
export const countedWith = ({ budget, use }: Counted, rows: Rows, upToSeq: number): Counted => {
  const usedMinor = rows.reduce((sum, [appId, channel, amount]) => {
    const of = { appId: idOf('app', appId), channel: text(channel) as 'sms', currency: budget.currency }
    return countsTowards(budget, of) ? sum + integer(amount) : sum
  }, use.usedMinor)
  return { budget, use: { ...use, usedMinor }, upToSeq }
}

type PayerCells = readonly [organization: string, currency: string]

const payerCells = ({ organizationId, currency }: Budget): PayerCells => [idCell(organizationId), currency]

const headOf = async (engine: Engine, account: PayerCells): Promise<E.Either<StorageUnavailable, number>> =>
  E.map(([rows]: readonly Rows[]) => integer(rows?.[0]?.[0] ?? 0))(
    await engine.read([findHead(...account)], 'each'),
  )

/** Counts on, without any lock, from what was counted to the account's present last event: a slice at a time. */
export const countOn = async (
  engine: Engine,
  sliceEvents: number,
  counted: Counted,
): Promise<E.Either<StorageUnavailable, Counted>> => {
  const head = await headOf(engine, payerCells(counted.budget))
  if (E.isLeft(head)) return head
  let soFar = counted
  while (soFar.upToSeq < head.right) {
    const toSeq = Math.min(soFar.upToSeq + sliceEvents, head.right)
    const read = await engine.read([eventsAfter(soFar, toSeq)], 'each')
    if (E.isLeft(read)) return read
    soFar = countedWith(soFar, read.right[0] ?? [], toSeq)
  }
  return E.right(soFar)
}

/**
 * Nothing counted yet of the period of the moment. Events are numbered without a gap and in the order of their times,
 * none before its message was accepted: so the count begins where halving finds the last event before the period.
 */
export const beginCount = async (
  engine: Engine,
  budget: Budget,
  nowMs: EpochMs,
): Promise<E.Either<StorageUnavailable, Counted>> => {
  const account = payerCells(budget)
  const use = unused(budget, nowMs)
  const head = await headOf(engine, account)
  if (E.isLeft(head)) return head
  let upToSeq = 0
  let firstSeq = head.right + 1
  while (firstSeq - upToSeq > 1) {
    const seq = Math.floor((upToSeq + firstSeq) / 2)
    const read = await engine.read([findTime(...account, seq)], 'each')
    if (E.isLeft(read)) return read
    if (integer(read.right[0]?.[0]?.[0]) < use.periodStartMs) upToSeq = seq
    else firstSeq = seq
  }
  return E.right({ budget, use, upToSeq })
}
