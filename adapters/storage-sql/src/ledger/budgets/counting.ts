import { accountCells } from '../../cells/account-cells.js'
import { type Budget, countsTowards, unused } from '@postrider/core/ledger/domain/budgets/budget'
import type { Channel } from '@postrider/core/channels/channels'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { BudgetCount } from '@postrider/core/ledger/ports/budget-storage'
import { headNumberOf, lastSeqBefore, readHead } from '../account-history.js'
import { readInteger, readText } from '../../cells/cell.js'
import { idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { statement, type Filled } from '../../engine/template.js'

/**
 * The number of events that are counted in one statement, and so the maximum while others wait for the
 * account.
 */
export const SLICE_EVENTS = 10_000

/**
 * The amounts that a range of events reserved and released, by app and channel, for messages accepted since a
 * given time. A release counts in the same period as its reservation.
 */
const addEvents = statement(`
  SELECT m.app_id, m.channel, CAST(SUM(CASE WHEN e.phase = 1 THEN e.amount ELSE -e.amount END) {as integer})
  FROM ledger_events e {by ledger_events.PRIMARY} {in this order} messages m {by messages.PRIMARY} ON m.id = e.message_id
  WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq > ? AND e.seq <= ?
    AND e.type IN ('reservation', 'release') AND m.accepted_at >= ?
  GROUP BY m.app_id, m.channel`)

/** The events after the counted ones, up to this one. */
export const eventsAfter = ({ budget, use, upToSeq }: BudgetCount, toSeq: number): Filled =>
  addEvents(...accountCells(budget), upToSeq, toSeq, use.periodStartMs)

/** The count plus these events. */
export const countedWith = ({ budget, use }: BudgetCount, rows: Rows, upToSeq: number): BudgetCount => {
  const usedMinor = rows.reduce((sum, [appId, channel, amount]) => {
    const { environment, currency } = budget
    const of = { appId: idOf('app', appId), channel: readText(channel) as Channel, environment, currency }
    return countsTowards(budget, of) ? sum + readInteger(amount) : sum
  }, use.usedMinor)
  return { budget, use: { ...use, usedMinor }, upToSeq }
}

const presentHead = async (engine: Engine, account: Budget): Promise<E.Either<StorageUnavailable, number>> =>
  E.map(([rows]: readonly Rows[]) => headNumberOf(rows))(await engine.read([readHead(account)], 'each'))

/** Continues a count, without any lock, to the account's current last event, one slice at a time. */
export const countOn = async (
  engine: Engine,
  sliceEvents: number,
  counted: BudgetCount,
): Promise<E.Either<StorageUnavailable, BudgetCount>> => {
  const head = await presentHead(engine, counted.budget)
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
 * An empty count for the period that contains this time. No event occurred before its message was accepted,
 * so the count starts after the last event before the period.
 */
export const beginCount = async (
  engine: Engine,
  budget: Budget,
  nowMs: EpochMs,
): Promise<E.Either<StorageUnavailable, BudgetCount>> => {
  const use = unused(budget, nowMs)
  const head = await presentHead(engine, budget)
  if (E.isLeft(head)) return head
  const before = await lastSeqBefore(engine, budget, use.periodStartMs, head.right)
  return E.map((upToSeq: number) => ({ budget, use, upToSeq }))(before)
}
