import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestDatabase } from './test-database.js'

/** The address of the run's PostgreSQL, without a database. */
export const runPostgresUrl = (): string => {
  const url = process.env['POSTRIDER_TEST_POSTGRES_URL']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'POSTRIDER_TEST_POSTGRES_URL is not set: run `npm test`, which starts a PostgreSQL and sets it',
  )
}

const execute = async (serverUrl: string, statement: string): Promise<void> => {
  const url = new URL(serverUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The server of a new database, and the database that it is copied from. */
interface Beginning {
  /** Default: the run's. */
  readonly serverUrl?: string
  readonly template?: string
}

/** Creates a database with a random name, empty unless it is a copy. */
export const createPostgresDatabase = async ({
  serverUrl = runPostgresUrl(),
  template = 'template0',
}: Beginning = {}): Promise<TestDatabase> => {
  const name = `postrider_${randomBytes(8).toString('hex')}`
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}
