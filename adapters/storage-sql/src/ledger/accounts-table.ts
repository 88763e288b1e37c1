import { type Account, accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import type { Cell } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Rows } from '../engine/engine.js'
import { insertOrReplace, type Insertion } from '../engine/insertion.js'
import { statement, type Filled } from '../engine/template.js'
import { aDigest, aText, anId, anInteger } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const accounts = recordTable<Account>('accounts', {
  organizationId: anId('org', 'organization_id'),
  environment: aText('environment'),
  currency: aText('currency'),
  postedMinor: anInteger('posted'),
  reservedMinor: anInteger('reserved'),
  version: anInteger('version'),
  headDigest: aDigest('head_digest'),
  lastEventAtMs: anInteger('last_event_at'),
})

/** An account's position: its key, and the number of its last event. */
export const accountHeads = accounts.pick('organizationId', 'environment', 'currency', 'version')

export type AccountHead = AccountKey & Pick<Account, 'version'>

const put = insertOrReplace(accounts.table, ['organization_id', 'environment', 'currency'])

/** Writes accounts; the caller holds their locks. */
export const upsertAccounts = (list: readonly Account[]): Insertion => put(accounts.rows(list))

const found = `
  SELECT ${accounts.select('a')} FROM accounts a {by accounts.PRIMARY}
  WHERE a.organization_id IN (?x*) AND a.environment IN (?*) AND a.currency IN (?*)
  ORDER BY a.organization_id, a.environment, a.currency`
const read = statement(found)
const lock = statement(`${found} {for update}`)
const lockFree = statement(`${found} {skip locked}`)
const lockAtOnce = statement(`${found} {no wait}`)

const named = (
  keys: readonly AccountKey[],
): readonly [organizations: readonly Cell[], environments: readonly Cell[], currencies: readonly Cell[]] => [
  [...new Set(keys.map(({ organizationId }) => organizationId))].map(idCell),
  [...new Set(keys.map(({ environment }) => environment))],
  [...new Set(keys.map(({ currency }) => currency))],
]

/**
 * Reads accounts in the order of their keys, including an Organization's accounts in other currencies and
 * environments.
 */
export const readAccounts = (keys: readonly AccountKey[]): Filled => read(...named(keys))

/** The same with locks: all transactions use this order, and one range is read. */
export const lockAccounts = (keys: readonly AccountKey[]): Filled => lock(...named(keys))

/** The accounts that no other transaction has locked. */
export const lockFreeAccounts = (keys: readonly AccountKey[]): Filled => lockFree(...named(keys))

/** The accounts; the statement fails at once if another transaction has locked one. */
export const lockAccountsAtOnce = (keys: readonly AccountKey[]): Filled => lockAtOnce(...named(keys))

export const accountsByKey = (rows: Rows): ReadonlyMap<string, Account> =>
  new Map(rows.map(accounts.of).map((account) => [accountKey(account), account]))

/** The requested accounts in these rows. */
export const accountsAmong = (rows: Rows, keys: readonly AccountKey[]): ReadonlyMap<string, Account> => {
  const requested = new Set(keys.map(accountKey))
  return new Map([...accountsByKey(rows)].filter(([key]) => requested.has(key)))
}
