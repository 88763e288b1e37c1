import { randomBytes } from 'node:crypto'
import { createConnection } from 'mysql2/promise'

/** A test's own database, on the run's MariaDB. */
export interface TestDatabase {
  /** The server's address with the database's name. */
  readonly url: string
  readonly name: string
  drop(): Promise<void>
}

const runServerUrl = (): string => {
  const url = process.env['POSTRIDER_TEST_MYSQL_URL']
  if (url !== undefined && url !== '') return url
  throw new Error('POSTRIDER_TEST_MYSQL_URL is not set: run `npm test`, which starts a MariaDB and sets it')
}

const execute = async (serverUrl: string, statement: string): Promise<void> => {
  const connection = await createConnection(serverUrl)
  try {
    await connection.query(statement)
  } finally {
    await connection.end()
  }
}

/** Creates an empty database with a random name, by default on the run's server. */
export const createDatabase = async (serverUrl: string = runServerUrl()): Promise<TestDatabase> => {
  const name = `postrider_${randomBytes(8).toString('hex')}`
  await execute(serverUrl, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, name, drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name}`) }
}
