import { createConnection, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'

type DatabaseRow = Readonly<Record<string, unknown>>

const CONNECTED_WITHIN_MS = 10_000

const fromPostgres = async (url: string, text: string): Promise<readonly DatabaseRow[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTED_WITHIN_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const fromMysql = async (url: string, text: string): Promise<readonly DatabaseRow[]> => {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECTED_WITHIN_MS })
  try {
    return (await connection.query<RowDataPacket[]>(text))[0]
  } finally {
    connection.destroy()
  }
}

/** Runs a query on a connection of its own. */
export const readRows = (url: string, text: string): Promise<readonly DatabaseRow[]> =>
  url.startsWith('postgres:') ? fromPostgres(url, text) : fromMysql(url, text)

/** A column as text: bytes in hexadecimal digits, and nothing for NULL. */
export const textIn = (row: DatabaseRow, column: string): string => {
  const value = row[column]
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'string' ? value : ''
}

/** A column as a number; PostgreSQL's driver gives large ones as text. */
export const numberIn = (row: DatabaseRow, column: string): number => Number(row[column])
