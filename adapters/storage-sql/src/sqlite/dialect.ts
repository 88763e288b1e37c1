import { type Dialect, indexesOf, type TableDefinition } from '../engine/dialect.js'

/** Index names are unique per database, not per table. */
const nameOf = (table: string, index: string): string => `${table}_${index}`

/** Tables whose key is the row id, which has no index. */
const NUMBERED: ReadonlySet<string> = new Set(['changes'])

/**
 * Without statistics SQLite assumes that an app has ten rows in total, and prefers reading them to eight
 * lookups by key.
 */
const byPrimaryKey = (table: string): string =>
  NUMBERED.has(table) ? 'NOT INDEXED' : `INDEXED BY sqlite_autoindex_${table}_1`

const createTable = (definition: TableDefinition): readonly string[] => {
  const { name, columns, byKey = false } = definition
  const indexes = indexesOf(definition).map(
    ({ kind, ...index }) =>
      `CREATE ${kind} IF NOT EXISTS ${nameOf(name, index.name)} ON ${name} (${index.columns})`,
  )
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (${columns}) ${byKey ? 'STRICT, WITHOUT ROWID' : 'STRICT'}`,
    ...indexes,
  ]
}

/** The dialect of SQLite. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  types: {
    id: 'BLOB',
    digest: 'BLOB',
    word: 'TEXT',
    oneOf: () => 'TEXT',
    name: () => 'TEXT',
    text: 'TEXT',
    long: 'TEXT',
    integer: 'INTEGER',
    count: 'INTEGER',
    small: 'INTEGER',
    bytes: 'BLOB',
    counter: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    start: (column) => column,
    bytesOf: (hex) => `X'${hex}'`,
  },
  // There is one writer at a time, so nothing needs a lock.
  words: {
    'for update': '',
    'skip locked': '',
    'no wait': '',
    'for share': '',
    'in this order': 'CROSS JOIN',
    'database time': "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    'as integer': 'AS INTEGER',
    position: 'INSTR',
  },
  forUpdateOf: () => '',
  readsBehindItsLocks: true,
  locksUncommitted: true,
  commitsInOrder: true,
  byIndex: (table, index) =>
    index === 'PRIMARY' ? byPrimaryKey(table) : `INDEXED BY ${nameOf(table, index)}`,
  createTable,
  addIndex: async (knex, { table, name, columns }) => {
    await knex.raw(`CREATE INDEX IF NOT EXISTS ${nameOf(table, name)} ON ${table} (${columns})`)
  },
}
