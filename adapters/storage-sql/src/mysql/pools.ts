import { callbackify } from 'node:util'
import knexPackage, { type Knex } from 'knex'
import type { Connection, ConnectionOptions } from 'mysql2'
import type { Pooled } from '../engine/knex-pool.js'
import { silentLog } from '../engine/knex-pool.js'
import type { PoolLimits } from '../engine/pool-limits.js'

/** A connection of the pool, and how long a text it takes. */
export type MysqlConnection = Connection & Pooled & { longestBytes?: number }

const SQL_MODE = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

/** How long the server waits for the next word of a hot connection's owner, or for it to read an answer. */
const SILENCE_SECONDS = 10
/** The same for a transaction that is open. MySQL knows only one limit for all silence. */
const SILENCE_IN_TRANSACTION_SECONDS = 5

/** The pool closes an idle connection before the server does, so that no caller gets a closed one. */
const IDLE_MS = (SILENCE_IN_TRANSACTION_SECONDS * 1000) / 2

/**
 * The settings of every connection. MySQL would join by hash where its statistics say that a table is small: such a join
 * reads the whole table, and a locking statement locks all of it. MariaDB reads that setting as a comment.
 */
const SETTINGS = [
  `SET SESSION innodb_lock_wait_timeout=3, sql_mode='${SQL_MODE}', autocommit=1`,
  "/*!80020 , optimizer_switch='block_nested_loop=off' */",
].join(' ')

/**
 * A paused or disconnected process must not keep others from the accounts that it has locked. MariaDB ends its transaction
 * with `idle_transaction_timeout`. MySQL has no such setting: there `wait_timeout` ends the connection, and the transaction
 * with it, after the same time. Each family reads the settings of the other as a comment.
 */
const SETTINGS_HOT = [
  `, wait_timeout=${SILENCE_SECONDS}, net_read_timeout=${SILENCE_SECONDS}, net_write_timeout=${SILENCE_SECONDS}`,
  `/*M!100303 , idle_transaction_timeout=${SILENCE_IN_TRANSACTION_SECONDS}, max_statement_time=5 */`,
  `/*!80000 , wait_timeout=${SILENCE_IN_TRANSACTION_SECONDS}, max_execution_time=5000 */`,
].join(' ')
const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'

const say = (connection: Connection, text: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query(text, (error, rows) => (error === null ? resolve(rows) : reject(error)))
  })

const prepare = async (
  connection: MysqlConnection,
  hot: boolean,
  meet: ConnectionCheck,
): Promise<MysqlConnection> => {
  await say(connection, hot ? SETTINGS + SETTINGS_HOT : SETTINGS)
  await say(connection, ISOLATION)
  const rows = (await say(connection, 'SELECT @@max_allowed_packet AS bytes')) as Array<{ bytes: number }>
  connection.longestBytes = Number(rows[0]?.bytes)
  await meet(connection)
  return connection
}

/** Looks at what is behind a new connection before anybody else does. */
export type ConnectionCheck = (connection: MysqlConnection) => Promise<void>

const poolOf = (
  connection: ConnectionOptions,
  hot: boolean,
  limits: PoolLimits,
  max: number,
  meet: ConnectionCheck,
): Knex =>
  knexPackage({
    client: 'mysql2',
    connection: {
      ...connection,
      connectTimeout: limits.connectTimeoutMs,
      multipleStatements: hot,
      supportBigNumbers: true,
      stringifyObjects: true,
      timezone: 'Z',
      charset: 'utf8mb4',
      // Hot texts hold their values already; looking for placeholders in them costs more than making them.
      ...(hot ? { queryFormat: (text: string) => text } : {}),
    } as unknown as Knex.MySql2ConnectionConfig,
    acquireConnectionTimeout: limits.acquireTimeoutMs,
    log: silentLog,
    pool: {
      min: 0,
      max,
      ...(hot ? { idleTimeoutMillis: IDLE_MS } : {}),
      afterCreate: callbackify((raw: MysqlConnection) => prepare(raw, hot, meet)),
    },
  })

/** Private connections for fixed texts of many statements, READ COMMITTED, strict, with time limits. */
export const hotPool = (connection: ConnectionOptions, limits: PoolLimits, meet: ConnectionCheck): Knex =>
  poolOf(connection, true, limits, limits.connections, meet)

/** A few connections for migrations and what the query builder makes: one statement at a time. */
export const coldPool = (connection: ConnectionOptions, limits: PoolLimits): Knex =>
  poolOf(connection, false, limits, 2, () => Promise.resolve())
