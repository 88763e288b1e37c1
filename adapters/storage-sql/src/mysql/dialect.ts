import type { Knex } from 'knex'
import { type Dialect, type IndexDefinition, indexesOf, type TableDefinition } from '../engine/dialect.js'

const END = 'ENGINE=InnoDB ROW_FORMAT=DYNAMIC'

const hasIndex = async (knex: Knex, { table, name }: IndexDefinition): Promise<boolean> => {
  const found: unknown = await knex('information_schema.statistics')
    .whereRaw('table_schema = DATABASE()')
    .where({ table_name: table, index_name: name })
    .first('index_name')
  return found !== undefined
}

/**
 * Indexes are part of the CREATE TABLE statement: every definition is committed at once, and one statement is
 * executed completely or not at all.
 */
const createTable = (definition: TableDefinition): readonly string[] => {
  const { name, columns } = definition
  const indexes = indexesOf(definition).map(
    ({ kind, ...index }) => `, ${kind} ${index.name} (${index.columns})`,
  )
  return [`CREATE TABLE IF NOT EXISTS ${name} (${columns}${indexes.join('')}) ${END}`]
}

/** The dialect of MySQL and MariaDB. */
export const mysqlDialect: Dialect = {
  name: 'mysql',
  types: {
    id: 'BINARY(16)',
    digest: 'BINARY(32)',
    word: 'VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin',
    oneOf: (words) =>
      `ENUM(${words.map((word) => `'${word}'`).join(', ')}) CHARACTER SET ascii COLLATE ascii_bin`,
    name: (characters) => `VARCHAR(${characters}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    text: 'TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
    long: 'MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
    integer: 'BIGINT',
    count: 'INT',
    small: 'SMALLINT',
    bytes: 'MEDIUMBLOB',
    counter: 'BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY',
    start: (column) => `${column}(64)`,
    bytesOf: (hex) => `X'${hex}'`,
  },
  words: {
    'for update': 'FOR UPDATE',
    'skip locked': 'FOR UPDATE SKIP LOCKED',
    'no wait': 'FOR UPDATE NOWAIT',
    // In a spelling that MySQL 8 and MariaDB both accept.
    'for share': 'LOCK IN SHARE MODE',
    'in this order': 'STRAIGHT_JOIN',
    // Not UNIX_TIMESTAMP of a local time: when the server's time zone ends daylight saving time, one hour
    // occurs twice.
    'database time': "(TIMESTAMPDIFF(MICROSECOND,'1970-01-01',UTC_TIMESTAMP(3)) DIV 1000)",
    'as integer': 'AS SIGNED',
    position: 'INSTR',
  },
  // MariaDB has no locks by alias, so joined rows are locked too.
  forUpdateOf: () => 'FOR UPDATE',
  readsBehindItsLocks: true,
  locksUncommitted: true,
  commitsInOrder: false,
  byIndex: (_, index) => `FORCE INDEX (${index})`,
  createTable,
  addIndex: async (knex, index) => {
    if (await hasIndex(knex, index)) return
    await knex.raw(`ALTER TABLE ${index.table} ADD INDEX ${index.name} (${index.columns})`)
  },
}
