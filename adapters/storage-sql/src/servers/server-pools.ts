import type { Knex } from 'knex'
import type { Servers } from '../engine/ask-servers.js'
import { type Pooled, poolOver } from '../engine/knex-pool.js'
import type { PoolLimits } from '../engine/pool-limits.js'
import { type Writer, writerOf } from '../engine/writer.js'

/** `transactions`: fixed texts of many statements, with time limits. `migrations`: one statement at a time. */
export type PoolUse = 'transactions' | 'migrations'

/** Checks the database behind a new connection before the connection is used. */
export type ConnectionCheck<C> = (connection: C) => Promise<void>

/** How a driver connects to the servers of one database. */
export interface ServerConnections<C extends Pooled> extends Omit<Servers<C>, 'open'> {
  readonly client: 'mysql2' | 'pg'
  readonly database: string | undefined
  /** The idle time after which the pool closes a connection: before the server or a network device does. */
  readonly idleMs: number
  /** Opens a connection. If it rejects, none stays open. */
  open(server: number, use: PoolUse): Promise<C>
  /** Applies the settings of a new connection. */
  settle(connection: C, use: PoolUse): Promise<void>
  /** Closes the connection in order. May take forever. */
  sayGoodbye(connection: C): Promise<void>
}

/** The pools of one process for one database, and the choice of the server that they connect to. */
export interface ServerPools<C extends Pooled> {
  readonly writer: Writer<C>
  /** Dedicated connections for transactions and readings. */
  transactions(check: ConnectionCheck<C>): Knex
  /** A few connections for migrations and the query builder. */
  migrations(): Knex
}

/** The time limit for closing a connection in order. */
const GOODBYE_MS = 500

/** Awaits the work, and cuts the connection if it takes longer. */
const cutAfter = async (ms: number, cut: () => void, work: () => Promise<void>): Promise<void> => {
  const timer = setTimeout(cut, ms)
  try {
    await work()
  } finally {
    clearTimeout(timer)
  }
}

/** Says goodbye, and closes the socket if the server doesn't receive that soon. */
const ended = async <C extends Pooled>(
  { cut, sayGoodbye }: ServerConnections<C>,
  connection: C,
): Promise<void> => {
  const close = (): void => cut(connection)
  try {
    if (connection.__knex__disposed === undefined)
      await cutAfter(GOODBYE_MS, close, () => sayGoodbye(connection))
  } finally {
    close()
  }
}

/** Creates the pools over a driver's connections. */
export const serverPools = <C extends Pooled>(
  server: ServerConnections<C>,
  limits: PoolLimits,
): ServerPools<C> => {
  const { client, database, idleMs, names, open, settle, refusalOf, cut } = server
  const writer = writerOf<C>({ names, open: (at) => open(at, 'transactions'), refusalOf, cut })
  const pool = (use: PoolUse, check: ConnectionCheck<C>, size: { most: number; idleMs?: number }): Knex =>
    poolOver(
      client,
      {
        connect: () =>
          writer.connect({
            open: (at) => open(at, use),
            prepare: (connection) =>
              cutAfter(
                limits.connectTimeoutMs,
                () => cut(connection),
                async () => {
                  await settle(connection, use)
                  await check(connection)
                },
              ),
          }),
        end: (connection) => ended(server, connection),
      },
      { ...size, database, acquireTimeoutMs: limits.acquireTimeoutMs, waitsForServer: names.length > 1 },
    )
  return {
    writer,
    transactions: (check) => pool('transactions', check, { most: limits.connections, idleMs }),
    migrations: () => pool('migrations', () => Promise.resolve(), { most: 2 }),
  }
}
