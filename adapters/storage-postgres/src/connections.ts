import pg, { type Client } from 'pg'
import type { Pooled, PoolLimits, ServerConnections } from '@postrider/storage-sql/own-engine'
import type { PostgresAddress } from './address.js'
import { present } from '@postrider/core/kernel/present'

export type PostgresConnection = Client & Pooled

/** How long the network may take to deliver a response without any progress. */
const SILENCE_SECONDS = 10
/** An idle connection is closed long before a network device would end it. */
const IDLE_MS = (SILENCE_SECONDS * 1000) / 2

/**
 * The settings of every connection. Statements specify in which order tables are read and rely on their
 * indexes. The planner, which has no statistics for a new table, has to follow both.
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

/**
 * A paused or disconnected process would block others from the accounts that it has locked, so the server
 * ends its transaction.
 */
const TRANSACTION_SETTINGS = [
  'statement_timeout TO 5000',
  'idle_in_transaction_session_timeout TO 5000',
  `tcp_user_timeout TO ${SILENCE_SECONDS * 1000}`,
]

const BOOLEAN = 16
const BYTES = 17
/** BIGINT, SMALLINT, INTEGER, REAL, DOUBLE, NUMERIC. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700])

/** Values are returned as cells: numbers, text, and bytes as the hexadecimal digits that the server sends. */
const parserOf = (type: number): ((text: string) => string | number) => {
  if (NUMBERS.has(type)) return Number
  if (type === BOOLEAN) return (text) => (text === 't' ? 1 : 0)
  return type === BYTES ? (text) => text.slice(2) : (text) => text
}

/** Closes the socket at once; what is in progress on it fails. A server that hangs can't delay this. */
export const cutPostgres = (connection: PostgresConnection): void => {
  connection.__knex__disposed ??= 'cut'
  const { connection: wire } = connection as unknown as {
    readonly connection: { readonly stream: { destroy(): void } }
  }
  wire.stream.destroy()
}

const open = async (
  address: PostgresAddress,
  connectTimeoutMs: number,
  queryTimeoutMs: number | undefined,
): Promise<PostgresConnection> => {
  const connection: PostgresConnection = new pg.Client({
    ...address,
    application_name: 'postrider',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...present({ query_timeout: queryTimeoutMs }),
    types: { getTypeParser: parserOf },
  })
  const dispose = (reason: unknown): void => {
    connection.__knex__disposed ??= reason
  }
  connection.on('error', dispose)
  connection.on('end', () => dispose('the connection has ended'))
  try {
    await connection.connect()
    return connection
  } catch (error) {
    cutPostgres(connection)
    throw error
  }
}

const ASK_ROLE = "SELECT pg_is_in_recovery(), CURRENT_SETTING('default_transaction_read_only')"

/** Why the server accepts no writes at the moment; undefined: it accepts them. */
const refusalOf = async (connection: PostgresConnection): Promise<string | undefined> => {
  const { rows } = await connection.query<unknown[]>({ text: ASK_ROLE, rowMode: 'array' })
  const [isStandby, readOnly] = rows[0] ?? []
  if (isStandby === 1) return 'the server is a standby'
  return readOnly === 'on' ? 'the server is read-only' : undefined
}

const addressAt = (addresses: readonly PostgresAddress[], server: number): PostgresAddress => {
  const address = addresses[server]
  if (address === undefined) throw new Error(`the address lists no server number ${server}`)
  return address
}

/** Connections to the servers of an address: READ COMMITTED, with time limits for transactions. */
export const postgresConnections = (
  addresses: readonly PostgresAddress[],
  { connectTimeoutMs, queryTimeoutMs }: PoolLimits,
): ServerConnections<PostgresConnection> => ({
  client: 'pg',
  database: addresses[0]?.database,
  idleMs: IDLE_MS,
  names: addresses.map(({ host, port }) => `${host}:${port}`),
  open: (server, use) =>
    open(addressAt(addresses, server), connectTimeoutMs, use === 'transactions' ? queryTimeoutMs : undefined),
  settle: async (connection, use) => {
    const settings = use === 'transactions' ? [...SETTINGS, ...TRANSACTION_SETTINGS] : SETTINGS
    await connection.query(settings.map((setting) => `SET ${setting}`).join(';'))
  },
  refusalOf,
  cut: cutPostgres,
  sayGoodbye: (connection) => connection.end(),
})
