import { callbackify } from 'node:util'
import knexPackage, { type Knex } from 'knex'
import type { Cell } from '../cells/cell.js'
import { silentLog } from '../engine/knex-pool.js'
import { openThread, type SqliteThread } from './thread.js'

interface KnexQuery {
  readonly sql: string
  readonly bindings?: readonly unknown[]
  response?: unknown
  context?: { readonly lastID: number; readonly changes: number }
}

/** A pool of one: a second writer in the same process would only wait for the first. */
const ACQUIRE_TIMEOUT_MS = 30_000

const cellOf = (binding: unknown): Cell => {
  if (typeof binding === 'string' || typeof binding === 'number') return binding
  if (binding === null || binding === undefined) return null
  if (binding instanceof Date) return binding.valueOf()
  throw new Error(`no value for SQLite: ${typeof binding}`)
}

/**
 * Knex's transactions take the write lock at the start, not when it may be too late
 * (docs/promises#deadlocks).
 */
const immediate = (sql: string): string => (sql === 'BEGIN;' ? 'BEGIN IMMEDIATE' : sql)

/** The replaced methods of knex's SQLite dialect; knex has no types for it. */
type Dialect = new (config: Knex.Config) => Omit<Knex.Client, keyof Replaced> & Replaced
interface Replaced {
  _driver(): unknown
  acquireRawConnection(): Promise<unknown>
  destroyRawConnection(connection: unknown): Promise<void>
  validateConnection(connection: unknown): boolean
  _query(connection: unknown, query: unknown): Promise<unknown>
}

/** The dialect isn't exported; an instance without a connection loads no driver and shows its class. */
const dialect = (knexPackage({ client: 'better-sqlite3', useNullAsDefault: true }).client as object)
  .constructor as Dialect

/** Knex's SQLite dialect over a connection that lives in a thread. */
class ThreadDialect extends dialect {
  override _driver(): unknown {
    return undefined
  }

  override acquireRawConnection(): Promise<SqliteThread> {
    const { filename } = this.config.connection as Knex.Sqlite3ConnectionConfig
    return openThread({ path: filename, role: 'writer' })
  }

  override destroyRawConnection(connection: SqliteThread): Promise<void> {
    return connection.close()
  }

  override validateConnection(connection: SqliteThread): boolean {
    return connection.isAlive()
  }

  override async _query(connection: SqliteThread, query: KnexQuery): Promise<KnexQuery> {
    const cells = (query.bindings ?? []).map(cellOf)
    const step = { sql: immediate(query.sql), binary: '0'.repeat(cells.length), cells }
    const { results, columns, changes, lastId } = await connection.run([step])
    query.response =
      columns === undefined
        ? undefined
        : results[0]?.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
    query.context = { lastID: lastId, changes }
    return query
  }
}

/** Knex over the one writing thread of a database file. */
export const writerPool = (path: string, meet: (thread: SqliteThread) => Promise<void>): Knex =>
  knexPackage({
    client: ThreadDialect as unknown as typeof Knex.Client,
    connection: { filename: path },
    useNullAsDefault: true,
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: silentLog,
    pool: { min: 0, max: 1, idleTimeoutMillis: 2_147_483_647, afterCreate: callbackify(meet) },
  })
