import { sheetName } from '@postrider/core/domain/ledger/book'
import type { Checkpoint, LedgerStorage } from '@postrider/core/ports/storage/ledger-storage'
import { E } from '@postrider/core/fp'
import { type Cells, isNull } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { columnsOf, insertInto, insertOrReplace } from '../engine/insertion.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { accountOf, accounts } from './accounts-table.js'
import { checkpointCells, checkpointOf, checkpoints } from './checkpoints-table.js'
import { eventOf, ledgerEvents } from './events-table.js'

const KEY = ['organization_id', 'currency'] as const

const firstCheckpoint = insertInto(checkpoints)
/** Writes a checkpoint over what was there. */
export const putCheckpoint = insertOrReplace(checkpoints, KEY)
/** One account's checkpoint, held. */
export const lockCheckpoint = statement(`
  SELECT ${columnsOf(checkpoints, 'c')} FROM checkpoints c
  WHERE c.organization_id = ?x AND c.currency = ? {for update}`)

const listAccounts = statement(`
  SELECT ${columnsOf(accounts, 'a')} FROM accounts a ORDER BY a.organization_id, a.currency LIMIT ?`)
const listAccountsAfter = statement(`
  SELECT ${columnsOf(accounts, 'a')} FROM accounts a
  WHERE a.organization_id >= ?x AND (a.organization_id > ?x OR a.currency > ?)
  ORDER BY a.organization_id, a.currency LIMIT ?`)
const listEvents = statement(`
  SELECT ${columnsOf(ledgerEvents, 'e')} FROM ledger_events e
  WHERE e.organization_id = ?x AND e.currency = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`)

/** The account and its checkpoint in one statement, which reads one moment. */
export const readStanding = statement(`
  SELECT ${columnsOf(accounts, 'a')}, ${columnsOf(checkpoints, 'c')} FROM accounts a
  LEFT JOIN checkpoints c ON c.organization_id = a.organization_id AND c.currency = a.currency
  WHERE a.organization_id = ?x AND a.currency = ?`)

const width = accounts.columns.length

export const standingOf = (rows: Rows | undefined) => {
  const row = rows?.[0]
  if (row === undefined) return { account: undefined, checkpoint: undefined }
  const checkpoint = isNull(row[width]) ? undefined : checkpointOf(row.slice(width))
  return { account: accountOf(row), checkpoint }
}

const isStill = (row: Cells | undefined, before: Checkpoint | undefined): boolean => {
  if (row === undefined || before === undefined) return row === before
  const cells = checkpointCells(before)
  return row.every((cell, at) => cell === cells[at])
}

export const ledgerStorage = (engine: Engine): LedgerStorage => ({
  accounts: (after, limit) => async () => {
    const from = after === undefined ? undefined : idCell(after.organizationId)
    const page =
      after === undefined || from === undefined
        ? listAccounts(limit)
        : listAccountsAfter(from, from, sheetName(after), limit)
    return E.map(([rows = []]: readonly Rows[]) => rows.map(accountOf))(await engine.read([page], 'each'))
  },
  events: (key, afterSeq, limit) => async () => {
    const page = listEvents(idCell(key.organizationId), sheetName(key), afterSeq, limit)
    return E.map(([rows = []]: readonly Rows[]) => rows.map(eventOf))(await engine.read([page], 'each'))
  },
  standing: (key) => async () => {
    const read = await engine.read([readStanding(idCell(key.organizationId), sheetName(key))], 'each')
    return E.map(([rows]: readonly Rows[]) => standingOf(rows))(read)
  },
  saveCheckpoint: (checkpoint, before) => async () => {
    const lock = lockCheckpoint(idCell(checkpoint.organizationId), sheetName(checkpoint))
    const put = before === undefined ? firstCheckpoint : putCheckpoint
    const outcome = await engine.transact([lock], ([rows = []]) => {
      const result = isStill(rows[0], before)
      return { statements: result ? [put(checkpointCells(checkpoint))] : [], result }
    })
    return refusalIsBug(outcome)
  },
})
