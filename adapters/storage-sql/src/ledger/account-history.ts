import { accountCells } from '../cells/account-cells.js'
import type { AccountKey } from '@postrider/core/ledger/domain/account'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { readInteger } from '../cells/cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { type Filled, statement } from '../engine/template.js'

const findHead = statement(
  'SELECT a.version FROM accounts a WHERE a.organization_id = ?x AND a.environment = ? AND a.currency = ?',
)

const findTime = statement(`
  SELECT e.occurred_at FROM ledger_events e {by ledger_events.PRIMARY}
  WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq = ?`)

/** The number of the account's last event. */
export const readHead = (account: AccountKey): Filled => findHead(...accountCells(account))

/** 0 if there is no such account. */
export const headNumberOf = (rows: Rows | undefined): number => readInteger(rows?.[0]?.[0] ?? 0)

/** The time of one of the account's events. */
export const readEventTime = (account: AccountKey, seq: number): Filled =>
  findTime(...accountCells(account), seq)

/**
 * The number of the last of the account's first `head` events that occurred before this time, 0 for none.
 * Events are numbered without gaps in the order of their times, so a binary search finds it in few steps.
 */
export const lastSeqBefore = async (
  engine: Engine,
  account: AccountKey,
  atMs: EpochMs,
  head: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  let last = 0
  let first = head + 1
  while (first - last > 1) {
    const seq = Math.floor((last + first) / 2)
    const read = await engine.read([readEventTime(account, seq)], 'each')
    if (E.isLeft(read)) return read
    if (readInteger(read.right[0]?.[0]?.[0]) < atMs) last = seq
    else first = seq
  }
  return E.right(last)
}
