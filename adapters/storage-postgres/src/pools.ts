import { callbackify } from 'node:util'
import knexPackage, { type Knex } from 'knex'
import type { Client } from 'pg'
import { type Pooled, type PoolLimits, silentLog } from '@postrider/storage-sql/own-engine'
import type { PostgresAddress } from './address.js'

export type PostgresConnection = Client & Pooled

/** How long the network may take an answer without a word of it. */
const SILENCE_SECONDS = 10
/** A connection that rests is let go long before anything on the way would end it. */
const IDLE_MS = (SILENCE_SECONDS * 1000) / 2

/**
 * What every connection says first. Statements say in which order tables are read and count on their indexes, which there are
 * for all of them: the planner, which knows nothing of a table that was just made, is held to both.
 */
const SETTINGS = [
  "client_encoding TO 'UTF8'",
  'standard_conforming_strings TO on',
  "bytea_output TO 'hex'",
  'lock_timeout TO 3000',
  "default_transaction_isolation TO 'read committed'",
  'join_collapse_limit TO 1',
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way} TO off`),
  'jit TO off',
]

/** A paused process, or one that was cut off, would keep everybody from the accounts it holds: the server ends it. */
const SETTINGS_HOT = [
  'statement_timeout TO 5000',
  'idle_in_transaction_session_timeout TO 5000',
  `tcp_user_timeout TO ${SILENCE_SECONDS * 1000}`,
]

const BOOLEAN = 16
const BYTES = 17
/** BIGINT, SMALLINT, INTEGER, REAL, DOUBLE, NUMERIC. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700])

/** Values come as cells: numbers, text, and bytes as the hexadecimal digits that the server sends. */
const parserOf = (type: number): ((text: string) => string | number) => {
  if (NUMBERS.has(type)) return Number
  if (type === BOOLEAN) return (text) => (text === 't' ? 1 : 0)
  return type === BYTES ? (text) => text.slice(2) : (text) => text
}

/** Looks at what is behind a new connection before anybody else does. */
type ConnectionCheck = (connection: PostgresConnection) => Promise<void>

const prepare = async (
  connection: PostgresConnection,
  hot: boolean,
  meet: ConnectionCheck,
): Promise<PostgresConnection> => {
  const settings = hot ? [...SETTINGS, ...SETTINGS_HOT] : SETTINGS
  await connection.query(settings.map((setting) => `SET ${setting}`).join(';'))
  await meet(connection)
  return connection
}

const poolOf = (
  address: PostgresAddress,
  hot: boolean,
  limits: PoolLimits,
  max: number,
  meet: ConnectionCheck,
): Knex =>
  knexPackage({
    client: 'pg',
    connection: {
      ...address,
      application_name: 'postrider',
      connectionTimeoutMillis: limits.connectTimeoutMs,
      keepAlive: true,
      ...(hot ? { query_timeout: limits.queryTimeoutMs } : {}),
      types: { getTypeParser: parserOf },
    } as unknown as Knex.PgConnectionConfig,
    acquireConnectionTimeout: limits.acquireTimeoutMs,
    log: silentLog,
    pool: {
      min: 0,
      max,
      ...(hot ? { idleTimeoutMillis: IDLE_MS } : {}),
      afterCreate: callbackify((raw: PostgresConnection) => prepare(raw, hot, meet)),
    },
  })

/** Connections for fixed texts of many statements, with time limits. */
export const transactionPool = (address: PostgresAddress, limits: PoolLimits, meet: ConnectionCheck): Knex =>
  poolOf(address, true, limits, limits.connections, meet)

/** A few connections for migrations and what the query builder makes: one statement at a time. */
export const migrationPool = (address: PostgresAddress, limits: PoolLimits): Knex =>
  poolOf(address, false, limits, 2, () => Promise.resolve())
