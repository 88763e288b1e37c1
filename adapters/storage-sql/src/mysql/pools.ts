import type { Knex } from 'knex'
import { type Connection, type ConnectionOptions, createConnection } from 'mysql2'
import { type Pooled, poolOver } from '../engine/knex-pool.js'
import type { PoolLimits } from '../engine/pool-limits.js'
import { type Writer, writerOf } from '../engine/writer.js'
import { queryRows } from './query-rows.js'
import { mysqlRefusal } from './refusal.js'
import { readConnectionFacts, type ConnectionFacts, lockNewestRows, settleReads } from './connection-facts.js'

/** A connection of the pool with the properties of its server. */
export type MysqlConnection = Connection & Pooled & { facts?: ConnectionFacts }

const SQL_MODE = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

/**
 * How long the server waits for the next statement on a hot connection, or for the client to read a result.
 */
const SILENCE_SECONDS = 10
/** The same in an open transaction. MySQL has only one limit for both. */
const SILENCE_IN_TRANSACTION_SECONDS = 5

/** The pool closes an idle connection before the server does, so that no caller gets a closed one. */
const IDLE_MS = (SILENCE_IN_TRANSACTION_SECONDS * 1000) / 2

/** The time limit for closing a connection in order. */
const GOODBYE_MS = 500

/**
 * The settings of every connection. MySQL would use a hash join if its statistics say that a table is small.
 * Such a join reads the whole table, and a locking statement locks all of it. MariaDB reads that setting as a
 * comment.
 */
const SETTINGS = [
  `SET SESSION innodb_lock_wait_timeout=3, sql_mode='${SQL_MODE}', autocommit=1`,
  "/*!80020 , optimizer_switch='block_nested_loop=off' */",
].join(' ')

/**
 * A paused or disconnected process must not block others from the accounts that it has locked. MariaDB ends
 * its transaction with `idle_transaction_timeout`. MySQL has no such setting: there `wait_timeout` ends the
 * connection, and the transaction with it, after the same time. Each family reads the settings of the other
 * as a comment.
 */
const SETTINGS_HOT = [
  `, wait_timeout=${SILENCE_SECONDS}, net_read_timeout=${SILENCE_SECONDS}, net_write_timeout=${SILENCE_SECONDS}`,
  `/*M!100303 , idle_transaction_timeout=${SILENCE_IN_TRANSACTION_SECONDS}, max_statement_time=5 */`,
  `/*!80000 , wait_timeout=${SILENCE_IN_TRANSACTION_SECONDS}, max_execution_time=5000 */`,
].join(' ')
const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'

/** Checks the database behind a new connection before the connection is used. */
export type ConnectionCheck = (connection: MysqlConnection) => Promise<void>

/** The first steps of every connection. The connection is closed if they take too long. */
const preparing =
  (hot: boolean, withinMs: number, meet: ConnectionCheck) =>
  async (connection: MysqlConnection): Promise<void> => {
    const timer = setTimeout(() => cutMysql(connection), withinMs)
    try {
      await queryRows(connection, hot ? SETTINGS + SETTINGS_HOT : SETTINGS)
      await queryRows(connection, ISOLATION)
      connection.facts = await readConnectionFacts(connection)
      await settleReads(connection, connection.facts)
      await lockNewestRows(connection, connection.facts)
      await meet(connection)
    } finally {
      clearTimeout(timer)
    }
  }

const gone = (cause: string): Error => Object.assign(new Error(cause), { code: 'ECONNRESET' })

/** Closes the socket at once; what is in progress on it fails. A server that hangs can't delay this. */
export const cutMysql = (connection: MysqlConnection): void => {
  connection.__knex__disposed ??= 'cut'
  const { stream } = connection as unknown as { readonly stream: { destroy(error: Error): void } }
  stream.destroy(gone('the connection was closed'))
}

/** Says goodbye, and closes the socket if the server doesn't receive that soon. */
const end = (connection: MysqlConnection): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => finish(), GOODBYE_MS)
    const finish = (): void => {
      clearTimeout(timer)
      cutMysql(connection)
      resolve()
    }
    if (connection.__knex__disposed === undefined) connection.end(finish)
    else finish()
  })

/**
 * Hot texts are several statements with their values inlined; parsing them for placeholders costs more than
 * building them. The query builder's are one statement each.
 */
const OPTIONS = {
  supportBigNumbers: true,
  stringifyObjects: true,
  timezone: 'Z',
  charset: 'utf8mb4',
} as const
const OPTIONS_HOT = { ...OPTIONS, multipleStatements: true, queryFormat: (text: string) => text }

const open = (options: ConnectionOptions): Promise<MysqlConnection> =>
  new Promise((resolve, reject) => {
    const connection: MysqlConnection = createConnection(options)
    connection.on('error', (error: Error) => {
      connection.__knex__disposed ??= error
    })
    connection.connect((error) => {
      if (error === null) {
        resolve(connection)
        return
      }
      cutMysql(connection)
      reject(error)
    })
  })

/** The servers of one address. The process writes to one of them. */
export const mysqlWriter = (
  addresses: readonly ConnectionOptions[],
  limits: PoolLimits,
): Writer<MysqlConnection> =>
  writerOf<MysqlConnection>({
    names: addresses.map(({ host, port }) => `${host}:${port}`),
    open: (server) => open({ ...addresses[server], ...OPTIONS, connectTimeout: limits.connectTimeoutMs }),
    refusalOf: mysqlRefusal,
    cut: cutMysql,
  })

/** Settings that the pools of one engine share. */
export interface MysqlPools {
  readonly addresses: readonly ConnectionOptions[]
  readonly limits: PoolLimits
  readonly writer: Writer<MysqlConnection>
}

const sourceOf = ({ addresses, limits, writer }: MysqlPools, hot: boolean, meet: ConnectionCheck) => ({
  connect: () =>
    writer.connect({
      open: (server) =>
        open({
          ...addresses[server],
          ...(hot ? OPTIONS_HOT : OPTIONS),
          connectTimeout: limits.connectTimeoutMs,
        }),
      prepare: preparing(hot, limits.connectTimeoutMs, meet),
    }),
  end,
})

/** Dedicated connections for fixed texts of many statements: READ COMMITTED, strict, with time limits. */
export const hotPool = (pools: MysqlPools, meet: ConnectionCheck): Knex =>
  poolOver('mysql2', sourceOf(pools, true, meet), {
    database: pools.addresses[0]?.database,
    most: pools.limits.connections,
    acquireTimeoutMs: pools.limits.acquireTimeoutMs,
    idleMs: IDLE_MS,
    waitsForServer: pools.addresses.length > 1,
  })

/** A few connections for migrations and the query builder: one statement at a time. */
export const coldPool = (pools: MysqlPools): Knex =>
  poolOver(
    'mysql2',
    sourceOf(pools, false, () => Promise.resolve()),
    {
      database: pools.addresses[0]?.database,
      most: 2,
      acquireTimeoutMs: pools.limits.acquireTimeoutMs,
      waitsForServer: pools.addresses.length > 1,
    },
  )
