import pg from 'pg'
import { createConnection } from 'mysql2/promise'
import { idCell } from '@postrider/storage-sql/cells/id-cell'
import type { Id } from '@postrider/core/kernel/ids/id'
import type { Storage } from '@postrider/core/assembly/storage'
import { right } from '@postrider/conformance/outcome'
import { createDatabase } from '../servers/test-database.js'
import { createPostgresDatabase } from '../servers/postgres-database.js'
import { openAnyStorage } from './open-any-storage.js'

/** Less than a lock timeout, which is 3 s, and more than a busy machine needs for any call. */
export const NO_LOCK_WAIT_MS = 2_500

/** A connection that isn't Postrider's: an SQL client, a backup. */
export interface Stranger {
  query(text: string): Promise<unknown>
  end(): Promise<void>
}

/** Databases of one kind, and strangers in them. */
export interface Family {
  readonly create: () => Promise<{ readonly url: string; drop(): Promise<void> }>
  readonly stranger: (url: string) => Promise<Stranger>
  /** The id as a statement writes it. */
  readonly literal: (id: Id) => string
}

/** The databases with concurrent writers. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  MySQL: {
    create: createDatabase,
    stranger: async (url) => {
      const connection = await createConnection({ uri: url, multipleStatements: true })
      // Otherwise a lock by a condition holds every row that is read for it.
      await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
      return connection
    },
    literal: (id) => `X'${idCell(id)}'`,
  },
  PostgreSQL: {
    create: createPostgresDatabase,
    stranger: async (url) => {
      const client = new pg.Client(url)
      await client.connect()
      return client
    },
    literal: (id) => `'\\x${idCell(id)}'`,
  },
}

/**
 * Opens a migrated database with a stranger in it before the tests of a suite, and closes both afterwards.
 */
export const openNextToStranger = (
  { create, stranger: connect }: Family,
  use: (opened: { readonly storage: Storage; readonly stranger: Stranger }) => unknown,
): void => {
  const closings: Array<() => Promise<unknown>> = []
  before(async () => {
    const database = await create()
    closings.unshift(() => database.drop())
    const storage = await openAnyStorage(database.url)
    closings.unshift(() => storage.close())
    await right(storage.health.migrate())
    const stranger = await connect(database.url)
    closings.unshift(() => stranger.end())
    use({ storage, stranger })
  })
  after(async () => {
    for (const close of closings) await close()
  })
}
