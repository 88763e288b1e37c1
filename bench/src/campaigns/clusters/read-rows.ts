import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'

type DatabaseRow = Readonly<Record<string, unknown>>

const CONNECTED_WITHIN_MS = 10_000
const ANSWERED_WITHIN_MS = 60_000

const fromPostgres = async (url: string, text: string): Promise<readonly DatabaseRow[]> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    query_timeout: ANSWERED_WITHIN_MS,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * The setting that makes a node respond only when it has all commits of the others; single servers have none.
 */
const UP_TO_DATE: Readonly<Record<string, string>> = {
  wsrep_sync_wait: 'SET SESSION wsrep_sync_wait = 15',
  group_replication_consistency: "SET SESSION group_replication_consistency = 'BEFORE'",
}

const waitForOthers = async (connection: Connection): Promise<void> => {
  const names = Object.keys(UP_TO_DATE).map((name) => `'${name}'`)
  const text = `SHOW VARIABLES WHERE Variable_name IN (${names.join(', ')})`
  const [found] = await connection.query<RowDataPacket[]>(text)
  for (const row of found) await connection.query(UP_TO_DATE[String(row['Variable_name'])] ?? 'DO 0')
}

const fromMysql = async (url: string, text: string): Promise<readonly DatabaseRow[]> => {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECTED_WITHIN_MS })
  try {
    await waitForOthers(connection)
    return (await connection.query<RowDataPacket[]>({ sql: text, timeout: ANSWERED_WITHIN_MS }))[0]
  } finally {
    connection.destroy()
  }
}

/** Runs a query on its own connection, after everything that was committed anywhere in the cluster. */
export const readRows = (url: string, text: string): Promise<readonly DatabaseRow[]> =>
  url.startsWith('postgres:') ? fromPostgres(url, text) : fromMysql(url, text)

/** A column as text: bytes as hexadecimal digits, an empty text for NULL. */
export const textIn = (row: DatabaseRow, column: string): string => {
  const value = row[column]
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'string' ? value : ''
}

/** A column as a number; PostgreSQL's driver returns large ones as text. */
export const numberIn = (row: DatabaseRow, column: string): number => Number(row[column])
