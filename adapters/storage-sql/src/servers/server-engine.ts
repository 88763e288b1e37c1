import type { FingerprintStore } from '@postrider/core/feed/ports/fingerprint-store'
import type { StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import type { Knex } from 'knex'
import { meetingDatabase } from '../platform/installation/installation.js'
import type { Dialect } from '../engine/dialect.js'
import type { Driver } from '../engine/driver.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import type { Pooled } from '../engine/knex-pool.js'
import { type PoolLimits, type PoolOptions, poolLimitsOf } from '../engine/pool-limits.js'
import { serverDriver, type ServerProtocol } from './server-driver.js'
import { type ServerConnections, serverPools } from './server-pools.js'
import { readServerTime } from '../engine/server-time.js'
import { transactionsOn } from '../engine/transaction.js'
import { poolConnectionsOf, type StorageObserver } from '../engine/watch.js'

/** What a kind of database server has of its own. */
export interface ServerKind<C extends Pooled, A> {
  readonly dialect: Dialect
  connections(limits: PoolLimits): ServerConnections<C>
  protocol(limits: PoolLimits): ServerProtocol<C, A>
  /** Runs statements on a connection outside a transaction, and returns the rows of each. */
  ask(connection: C, limits: PoolLimits, statements: readonly Statement[]): Promise<readonly Rows[]>
  /** Whether a statement named a table that doesn't exist. */
  isMissingTable(error: unknown): boolean
  serverName(driver: Driver): Promise<string>
  risks(driver: Driver, servers: number): Promise<readonly StorageRisk[]>
  /** Runs the work while it holds a lock in the database that ends with this process. */
  migrating<M>(knex: Knex, work: (knex: Knex) => Promise<M>): Promise<M>
}

/** One migration at a time in this process too, since they share the few connections for migrations. */
const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(work: () => Promise<A>): Promise<A> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/** The engine for a database server. Connects when it is first used. */
export const serverEngine = <C extends Pooled, A>(
  kind: ServerKind<C, A>,
  options: PoolOptions,
  fingerprints: FingerprintStore,
  watch: StorageObserver,
): Engine => {
  const limits = poolLimitsOf(options)
  const connections = kind.connections(limits)
  const pools = serverPools(connections, limits)
  const meet = meetingDatabase(fingerprints, (error) => kind.isMissingTable(error))
  const hot = pools.transactions((connection) =>
    meet((statements) => kind.ask(connection, limits, statements)),
  )
  const cold = pools.migrations()
  const driver = serverDriver(hot, pools.writer, kind.protocol(limits))
  const inTurn = oneAtATime()
  watch.connected(() => poolConnectionsOf(hot))
  return {
    ...transactionsOn(driver, watch),
    dialect: kind.dialect,
    knex: cold,
    serverName: () => kind.serverName(driver),
    risks: () => kind.risks(driver, connections.names.length),
    timeMs: () => readServerTime(driver),
    migrating: (work) =>
      inTurn(() =>
        kind.migrating(cold, async (knex) => {
          // A process that died during a migration left knex's own lock row, which ours makes unnecessary.
          await knex.migrate.forceFreeMigrationsLock()
          return work(knex)
        }),
      ),
    close: async () => {
      pools.writer.close()
      await Promise.all([hot.destroy(), cold.destroy()])
    },
  }
}
