import { type Connection, type ConnectionOptions, createConnection } from 'mysql2'
import type { Pooled } from '../engine/knex-pool.js'
import type { PoolLimits } from '../engine/pool-limits.js'
import type { PoolUse, ServerConnections } from '../servers/server-pools.js'
import { queryRows } from './query-rows.js'
import { mysqlRefusal } from './refusal.js'
import { readConnectionFacts, type ConnectionFacts, lockNewestRows, settleReads } from './connection-facts.js'

/** A connection of the pool with the properties of its server. */
export type MysqlConnection = Connection & Pooled & { facts?: ConnectionFacts }

const SQL_MODE = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

/**
 * How long the server waits for the next statement on a connection for transactions, or for the client to
 * read a result.
 */
const SILENCE_SECONDS = 10
/** The same in an open transaction. MySQL has only one limit for both. */
const SILENCE_IN_TRANSACTION_SECONDS = 5

/** The pool closes an idle connection before the server does, so that no caller gets a closed one. */
const IDLE_MS = (SILENCE_IN_TRANSACTION_SECONDS * 1000) / 2

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
const TRANSACTION_SETTINGS = [
  `, wait_timeout=${SILENCE_SECONDS}, net_read_timeout=${SILENCE_SECONDS}, net_write_timeout=${SILENCE_SECONDS}`,
  `/*M!100303 , idle_transaction_timeout=${SILENCE_IN_TRANSACTION_SECONDS}, max_statement_time=5 */`,
  `/*!80000 , wait_timeout=${SILENCE_IN_TRANSACTION_SECONDS}, max_execution_time=5000 */`,
].join(' ')
const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'

const gone = (cause: string): Error => Object.assign(new Error(cause), { code: 'ECONNRESET' })

/** Closes the socket at once; what is in progress on it fails. A server that hangs can't delay this. */
export const cutMysql = (connection: MysqlConnection): void => {
  connection.__knex__disposed ??= 'cut'
  const { stream } = connection as unknown as { readonly stream: { destroy(error: Error): void } }
  stream.destroy(gone('the connection was closed'))
}

/**
 * Texts of transactions are several statements with their values inlined; parsing them for placeholders costs more than
 * building them. The query builder's are one statement each.
 */
const OPTIONS = {
  supportBigNumbers: true,
  stringifyObjects: true,
  timezone: 'Z',
  charset: 'utf8mb4',
} as const
const TRANSACTION_OPTIONS = { ...OPTIONS, multipleStatements: true, queryFormat: (text: string) => text }

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

const settle = async (connection: MysqlConnection, use: PoolUse): Promise<void> => {
  await queryRows(connection, use === 'transactions' ? SETTINGS + TRANSACTION_SETTINGS : SETTINGS)
  await queryRows(connection, ISOLATION)
  connection.facts = await readConnectionFacts(connection)
  await settleReads(connection, connection.facts)
  await lockNewestRows(connection, connection.facts)
}

/** Connections to the servers of an address: READ COMMITTED, strict, with time limits for transactions. */
export const mysqlConnections = (
  addresses: readonly ConnectionOptions[],
  { connectTimeoutMs }: PoolLimits,
): ServerConnections<MysqlConnection> => ({
  client: 'mysql2',
  database: addresses[0]?.database,
  idleMs: IDLE_MS,
  names: addresses.map(({ host, port }) => `${host}:${port}`),
  open: (server, use) =>
    open({
      ...addresses[server],
      ...(use === 'transactions' ? TRANSACTION_OPTIONS : OPTIONS),
      connectTimeout: connectTimeoutMs,
    }),
  settle,
  refusalOf: mysqlRefusal,
  cut: cutMysql,
  sayGoodbye: (connection) => new Promise((resolve) => connection.end(() => resolve())),
})
