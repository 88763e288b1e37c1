import type { Account, AccountKey } from '@postrider/core/domain/ledger/account'
import { accountKey } from '@postrider/core/domain/ledger/account'
import { sheetName } from '@postrider/core/domain/ledger/book'
import { integer, text, type Cell, type Cells } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { sheetOf } from '../cells/sheet-cell.js'
import type { Rows } from '../engine/engine.js'
import { columnsOf, insertOrReplace, table } from '../engine/insertion.js'
import { statement, type Filled } from '../engine/template.js'

export const accounts = table('accounts', [
  'organization_id x',
  'currency',
  'posted',
  'reserved',
  'version',
  'head_digest x',
  'last_event_at',
])

const put = insertOrReplace(accounts, ['organization_id', 'currency'])

/** Writes accounts as they stand; whoever does holds their locks. */
export const putAccounts = (list: readonly Account[]) => {
  const cells: Cell[] = []
  for (const account of list)
    cells.push(
      idCell(account.organizationId),
      sheetName(account),
      account.postedMinor,
      account.reservedMinor,
      account.version,
      digestCell(account.headDigest, 32),
      account.lastEventAtMs,
    )
  return put(cells)
}

export const accountOf = (row: Cells): Account => ({
  organizationId: idOf('org', row[0]),
  ...sheetOf(row[1]),
  postedMinor: integer(row[2]),
  reservedMinor: integer(row[3]),
  version: integer(row[4]),
  headDigest: text(row[5]),
  lastEventAtMs: integer(row[6]),
})

const lock = statement(`
  SELECT ${columnsOf(accounts, 'a')} FROM accounts a {by accounts.PRIMARY}
  WHERE a.organization_id IN (?x*) AND a.currency IN (?*)
  ORDER BY a.organization_id, a.currency {for update}`)

/**
 * Locks accounts in the order of their keys. An Organization's accounts in others' currencies and books are locked with
 * them: the same order holds, and one range is read.
 */
export const lockAccounts = (keys: readonly AccountKey[]): Filled =>
  lock([...new Set(keys.map(({ organizationId }) => organizationId))].map(idCell), [
    ...new Set(keys.map(sheetName)),
  ])

export const accountsByKey = (rows: Rows): ReadonlyMap<string, Account> =>
  new Map(rows.map((row) => accountOf(row)).map((account) => [accountKey(account), account]))

/** The same, without those that nobody asked for. */
export const accountsAmong = (rows: Rows, keys: readonly AccountKey[]): ReadonlyMap<string, Account> => {
  const asked = new Set(keys.map(accountKey))
  return new Map([...accountsByKey(rows)].filter(([key]) => asked.has(key)))
}
