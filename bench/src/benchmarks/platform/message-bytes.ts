import knexLibrary, { type Knex } from 'knex'

/** The size of a table or an index, in bytes. */
export interface StoredPart {
  readonly name: string
  readonly bytes: number
}

/** The tables with rows of messages, by their name in docs/sizing#disk. */
const TABLES: Readonly<Record<string, string>> = {
  messages: 'messages',
  ledger_events: 'ledger',
  attempts: 'attempts',
  idempotency: 'idempotency',
  batch_receipts: 'idempotency',
  recipient_search: 'search',
}

/** The kind of row in docs/sizing#disk for a table or an index. */
export const kindOfPart = ({ name }: StoredPart): string => TABLES[name.split('.')[0] ?? ''] ?? 'others'

const mariadbParts = async (knex: Knex): Promise<readonly StoredPart[]> => {
  const [tables] = (await knex.raw(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  )) as [ReadonlyArray<{ readonly name: string }>]
  for (const { name } of tables) await knex.raw('ANALYZE TABLE ??', [name])
  const [rows] = (await knex.raw(
    `SELECT CONCAT(table_name, '.', index_name) AS name, stat_value * @@innodb_page_size AS bytes
     FROM mysql.innodb_index_stats WHERE database_name = DATABASE() AND stat_name = 'size'`,
  )) as [ReadonlyArray<{ readonly name: string; readonly bytes: string | number }>]
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}

const postgresParts = async (knex: Knex): Promise<readonly StoredPart[]> => {
  const { rows } = (await knex.raw(`
    SELECT t.relname || '.' || 'table' AS name, pg_table_size(t.oid) AS bytes
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace WHERE t.relkind = 'r' AND n.nspname = 'public'
    UNION ALL SELECT t.relname || '.' || i.relname, pg_relation_size(i.oid) FROM pg_index x
    JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = 'public'`)) as {
    readonly rows: ReadonlyArray<{ readonly name: string; readonly bytes: string }>
  }
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}

/** The size of each table and index of a database. Indexes are named `table.index`. */
export const storedParts = async (storageUrl: string): Promise<readonly StoredPart[]> => {
  const isPostgres = storageUrl.startsWith('postgres')
  const knex = knexLibrary({ client: isPostgres ? 'pg' : 'mysql2', connection: storageUrl })
  try {
    return await (isPostgres ? postgresParts(knex) : mariadbParts(knex))
  } finally {
    await knex.destroy()
  }
}

/** The number of rows of a table. */
export const messageCount = async (storageUrl: string, table: string): Promise<number> => {
  const isPostgres = storageUrl.startsWith('postgres')
  const knex = knexLibrary({ client: isPostgres ? 'pg' : 'mysql2', connection: storageUrl })
  try {
    const [row] = await knex(table).count<Array<{ n: number | string }>>({ n: '*' })
    return Number(row?.n ?? 0)
  } finally {
    await knex.destroy()
  }
}
