import pg from 'pg'

/** A table as the migrations leave it: its rows as one JSON text, or nothing without rows. */
interface CleanTable {
  readonly name: string
  readonly rows: string | undefined
}

/** The content of a database after its migrations. */
export interface CleanDatabase {
  readonly tables: readonly CleanTable[]
  /** Statements that reset the sequences. */
  readonly sequences: string
}

const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`

const SEQUENCES = `
  SELECT format('SELECT setval(%L, %s, %L)', quote_ident(sequencename), coalesce(last_value, start_value),
    last_value IS NOT NULL) AS step
  FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`

/** Connections that a test left open would hold its locks. */
const END_OTHERS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

const within = async <A>(url: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const tableNames = async (client: pg.Client): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name)

const isFilled = (name: string): string => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`

const filledAmong = async (client: pg.Client, names: readonly string[]): Promise<readonly string[]> =>
  (await client.query<{ name: string }>(names.map(isFilled).join(' UNION ALL '))).rows.map(({ name }) => name)

/** Reads the content of a database that only migrations have filled. */
export const readClean = (url: string): Promise<CleanDatabase> =>
  within(url, async (client) => {
    const names = await tableNames(client)
    const filled = await filledAmong(client, names)
    const tables: CleanTable[] = []
    for (const name of names) {
      const rows = filled.includes(name)
        ? (await client.query<{ rows: string }>(`SELECT json_agg(t)::text AS rows FROM ${name} t`)).rows[0]
            ?.rows
        : undefined
      tables.push({ name, rows })
    }
    const { rows } = await client.query<{ step: string }>(SEQUENCES)
    return { tables, sequences: rows.map(({ step }) => step).join('; ') }
  })

/** Restores the content that the migrations left, and nothing else. */
export const emptyPostgres = (url: string, { tables, sequences }: CleanDatabase): Promise<void> =>
  within(url, async (client) => {
    await client.query(END_OTHERS)
    const names = await tableNames(client)
    const strange = names.filter((name) => tables.every((table) => table.name !== name))
    if (strange.length > 0) throw new Error(`a test has left tables behind: ${strange.join(', ')}`)
    const filled = await filledAmong(client, names)
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    await client.query(filled.map((name) => `DELETE FROM ${name}`).join('; '))
    for (const { name, rows } of tables)
      if (rows !== undefined)
        await client.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [
          rows,
        ])
    await client.query(`${sequences}; COMMIT`)
  })
