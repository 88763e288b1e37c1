import type { AccountKey } from '@postrider/core/ledger/domain/account'
import { accountCells } from '../cells/account-cells.js'
import { changeOfKind } from '@postrider/core/feed/domain/change'
import type { Checkpoint, LedgerStatus, LedgerStorage } from '@postrider/core/ledger/ports/ledger-storage'
import { E } from '@postrider/core/fp'
import { type Cells } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { insertInto, insertOrReplace } from '../engine/insertion.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { leaveChange } from '../feed/leave-change.js'
import { accounts } from './accounts-table.js'
import { checkpoints } from './checkpoints-table.js'
import { ledgerEvents } from './events-table.js'
import { joined, outer } from '../rows/selection.js'
import { firstOf } from '../engine/queries.js'

const KEY = ['organization_id', 'environment', 'currency'] as const

const firstCheckpoint = insertInto(checkpoints.table)
/** Writes a checkpoint over the previous one. */
export const putCheckpoint = insertOrReplace(checkpoints.table, KEY)
/** One account's checkpoint, locked. */
export const lockCheckpoint = statement(`
  SELECT ${checkpoints.select('c')} FROM checkpoints c
  WHERE c.organization_id = ?x AND c.environment = ? AND c.currency = ? {for update}`)

const listAccounts = statement(`
  SELECT ${accounts.select('a')} FROM accounts a ORDER BY a.organization_id, a.environment, a.currency LIMIT ?`)
const listAccountsAfter = statement(`
  SELECT ${accounts.select('a')} FROM accounts a
  WHERE a.organization_id >= ?x
    AND (a.organization_id > ?x OR a.environment > ? OR (a.environment = ? AND a.currency > ?))
  ORDER BY a.organization_id, a.environment, a.currency LIMIT ?`)
/** A position in the order of the accounts' keys, as parameters of the statement. */
export const behind = ({ organizationId, environment, currency }: AccountKey) => {
  const organization = idCell(organizationId)
  return [organization, organization, environment, environment, currency] as const
}
const listEvents = statement(`
  SELECT ${ledgerEvents.select('e')} FROM ledger_events e
  WHERE e.organization_id = ?x AND e.environment = ? AND e.currency = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`)

const positions = joined({ a: accounts, c: outer(checkpoints) })

/** The account and its checkpoint in one statement, and so from one snapshot. */
export const readPosition = statement(`
  SELECT ${positions.columns} FROM accounts a
  LEFT JOIN checkpoints c ON c.organization_id = a.organization_id AND c.environment = a.environment AND c.currency = a.currency
  WHERE a.organization_id = ?x AND a.environment = ? AND a.currency = ?`)

/** The result of `readPosition`. */
export const positionOf = (rows: Rows): LedgerStatus => {
  const { a, c } = firstOf(positions.of)(rows) ?? { a: undefined, c: undefined }
  return { account: a, checkpoint: c }
}

/** Whether the row equals the one that was read before, in its stored form. */
const isStill = (row: Cells | undefined, before: Checkpoint | undefined): boolean => {
  if (row === undefined || before === undefined) return row === before
  const [now, then] = [checkpoints.cells(checkpoints.of(row)), checkpoints.cells(before)]
  return now.every((cell, at) => cell === then[at])
}

export const ledgerStorage = (engine: Engine): LedgerStorage => ({
  accounts: (after, limit) => async () => {
    const page = after === undefined ? listAccounts(limit) : listAccountsAfter(...behind(after), limit)
    return E.map(([rows = []]: readonly Rows[]) => rows.map(accounts.of))(await engine.read([page], 'each'))
  },
  events: (key, afterSeq, limit) => async () => {
    const page = listEvents(...accountCells(key), afterSeq, limit)
    return E.map(([rows = []]: readonly Rows[]) => rows.map(ledgerEvents.of))(
      await engine.read([page], 'each'),
    )
  },
  status: (key) => async () => {
    const read = await engine.read([readPosition(...accountCells(key))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => positionOf(rows))(read)
  },
  saveCheckpoint: (checkpoint, before) => async () => {
    const lock = lockCheckpoint(...accountCells(checkpoint))
    const put = before === undefined ? firstCheckpoint : putCheckpoint
    const outcome = await engine.transact([lock], ([rows = []]) => {
      if (!isStill(rows[0], before)) return { statements: [], result: false }
      // A repeated check with the same result isn't a visible change.
      const isSeen = before?.status !== checkpoint.status
      const left = isSeen
        ? leaveChange(engine.dialect, changeOfKind('account', checkpoint.organizationId))
        : []
      return { statements: [put(checkpoints.cells(checkpoint)), ...left], result: true }
    })
    return refusalIsBug(outcome)
  },
})
