import { createConnection, format, type Connection, type RowDataPacket } from 'mysql2/promise'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'
import { migrateAt } from './migrated-file.js'

/*
 * Creating all tables takes most of the time for a test's database. A migrated database of MariaDB is emptied
 * after its test and reused by the next.
 */

/** A table as the migrations leave it: its rows, as statements that create them, and its next number. */
interface CleanTable {
  readonly name: string
  readonly next: string | null
  readonly refill: string
}

/** MySQL caches for a day what it reports about tables. MariaDB reads the setting as a comment. */
const FRESH = 'SET @nothing = 0 /*!80000 , SESSION information_schema_stats_expiry = 0 */'

const TABLES = `
  SELECT table_name AS name, auto_increment AS next FROM information_schema.tables
  WHERE table_schema = DATABASE() ORDER BY table_name`

const connect = (url: string): Promise<Connection> =>
  createConnection({
    uri: url,
    multipleStatements: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
  })

const within = async <A>(url: string, work: (connection: Connection) => Promise<A>): Promise<A> => {
  const connection = await connect(url)
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

const tablesOf = async (
  connection: Connection,
): Promise<ReadonlyArray<Pick<CleanTable, 'name' | 'next'>>> => {
  await connection.query(FRESH)
  const [rows] = await connection.query<RowDataPacket[]>(TABLES)
  return rows.map(({ name, next }) => ({ name: String(name), next: next === null ? null : String(next) }))
}

const refillOf = async (connection: Connection, name: string): Promise<string> => {
  const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM ${name}`)
  if (rows.length === 0) return ''
  return format(`INSERT INTO ${name} VALUES ?;`, [
    rows.map((row) => Object.values<string | number | Buffer | null>(row)),
  ])
}

const lookAt = (url: string): Promise<readonly CleanTable[]> =>
  within(url, async (connection) => {
    const clean: CleanTable[] = []
    for (const table of await tablesOf(connection))
      clean.push({ ...table, refill: await refillOf(connection, table.name) })
    return clean
  })

/** Restores the content that the migrations left, and nothing else. */
const empty = (url: string, clean: readonly CleanTable[]): Promise<void> =>
  within(url, async (connection) => {
    const steps = clean.map(({ name, refill }) => `DELETE FROM ${name}; ${refill}`)
    await connection.query(`SET foreign_key_checks = 0; START TRANSACTION; ${steps.join(' ')} COMMIT`)
    for (const { name, next } of await tablesOf(connection)) {
      const was = clean.find((table) => table.name === name)
      if (was === undefined) throw new Error(`a test has left the table ${name} behind`)
      if (was.next !== next) await connection.query(`ALTER TABLE ${name} AUTO_INCREMENT = ${was.next ?? 1}`)
    }
  })

/** Emptied databases that wait for a test of this process. */
const waiting: TestDatabase[] = []

const newDatabase = async (): Promise<TestDatabase> => {
  const { url, name } = await createDatabase()
  await migrateAt(url)
  const clean = await lookAt(url)
  const database: TestDatabase = {
    url,
    name,
    drop: async () => {
      await empty(url, clean)
      waiting.push(database)
    },
  }
  return database
}

/** A migrated database on the run's MariaDB that belongs to one test until it drops it. */
export const migratedDatabase = async (): Promise<TestDatabase> => waiting.pop() ?? newDatabase()
