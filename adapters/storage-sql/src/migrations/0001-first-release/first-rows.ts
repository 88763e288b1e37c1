import { randomBytes } from 'node:crypto'
import { BEFORE_ALL } from '../../cells/id-cell.js'
import type { ColumnTypes, Dialect } from '../../engine/dialect.js'

/** Inserts a row if the table has none, so that an interrupted migration can be run again. */
const firstRow = (table: string, columns: Readonly<Record<string, string>>): string => {
  const values = Object.entries(columns).map(([column, value]) => `${value} AS ${column}`)
  return `
  INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT * FROM (SELECT ${values.join(', ')}) first
  WHERE NOT EXISTS (SELECT * FROM ${table})`
}

const drawn = ({ bytesOf }: ColumnTypes): string => bytesOf(randomBytes(16).toString('hex'))

/** The identity of the installation, generated once. */
const installation = ({ types, words }: Dialect): string =>
  firstRow('installation', {
    one: '1',
    id: drawn(types),
    counter: '1',
    value: drawn(types),
    raised_at: words['database time'],
    created_at: words['database time'],
  })

/** Nothing has been deleted by age yet. */
const retentionMark = (kind: string): string => `
  INSERT INTO retention_marks (kind, purged_before) SELECT * FROM (SELECT '${kind}' AS kind, 0 AS purged_before) first
  WHERE NOT EXISTS (SELECT * FROM retention_marks WHERE kind = '${kind}')`

/** The rows that programs expect. Except for the retention marks, each is the only one in its table. */
export const firstRows = (dialect: Dialect): readonly string[] => {
  const { types } = dialect
  const none = types.bytesOf(BEFORE_ALL)
  return [
    firstRow('catalog_epoch', { one: '1', epoch: '1' }),
    // Everyone's version is stored under an identifier that no record has.
    firstRow('catalog_versions', {
      scope: none,
      epoch: '1',
      services_epoch: '0',
      templates_epoch: '0',
      prices_epoch: '0',
      budgets_epoch: '0',
      credentials_epoch: '0',
    }),
    installation(dialect),
    firstRow('feed_head', {
      one: '1',
      epoch: drawn(types),
      seq: '0',
      event_turn: '0',
      purged: '0',
      watched_until: '0',
    }),
    firstRow('flow_state', { one: '1' }),
    firstRow('recipient_search_state', { one: '1', generation: '0', seq: '0' }),
    firstRow('ticket_search_state', { one: '1', updated_at: '0', ticket_id: none, reply_id: none }),
    firstRow('usage_state', { one: '1' }),
    ...['messages', 'attempts', 'search'].map(retentionMark),
  ]
}
