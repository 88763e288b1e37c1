import pg from 'pg'
import { createConnection } from 'mysql2/promise'
import { createDatabase } from '../servers/test-database.js'
import { createPostgresDatabase } from '../servers/postgres-database.js'

/** A connection of somebody else, who holds rows of our tables. */
export interface Stranger {
  query(text: string): Promise<unknown>
  end(): Promise<void>
}

/** Databases of one kind, and strangers in them. */
export interface Family {
  readonly create: () => Promise<{ readonly url: string; drop(): Promise<void> }>
  readonly stranger: (url: string) => Promise<Stranger>
}

/** The engines that lock single rows. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  MySQL: {
    create: createDatabase,
    stranger: async (url) => {
      const connection = await createConnection({ uri: url, multipleStatements: true })
      // Else a lock by a condition holds every row that is read for it.
      await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
      return connection
    },
  },
  PostgreSQL: {
    create: createPostgresDatabase,
    stranger: async (url) => {
      const client = new pg.Client(url)
      await client.connect()
      return client
    },
  },
}
