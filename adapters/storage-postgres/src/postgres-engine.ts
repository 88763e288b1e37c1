import type { Knex } from 'knex'
import { inMemory } from '@postrider/core/feed/ports/fingerprint-store'
import {
  type Engine,
  meetingDatabase,
  poolConnectionsOf,
  poolLimitsOf,
  type PoolOptions,
  readServerTime,
  readWith,
  transactionWith,
  transactWith,
  unwatched,
  watchDiskSpace,
  writeWith,
} from '@postrider/storage-sql/own-engine'
import { parsePostgresServers } from './address.js'
import { isMissingPostgresTable } from './classify-error.js'
import { postgresDialect } from './dialect.js'
import { askPostgres, postgresDriver } from './driver.js'
import { migrationPool, postgresWriter, transactionPool } from './pools.js'
import { findPostgresRisks } from './risks.js'
import { postgresServerName } from './server-name.js'

const LOCK_WAIT_MS = 30 * 60_000

/** The number of the lock, which is separate for each database. */
const LOCK = 7_052_026

/**
 * Holds a server lock during the work. The lock ends with its transaction, so that a process that dies in
 * between doesn't block others, as knex's own lock row would.
 */
const migratingOn = async <A>(knex: Knex, work: (knex: Knex) => Promise<A>): Promise<A> =>
  knex.transaction(async (holder) => {
    await holder.raw(`SET LOCAL lock_timeout TO ${LOCK_WAIT_MS}`)
    await holder.raw(`SELECT pg_advisory_xact_lock(${LOCK})`)
    await knex.migrate.forceFreeMigrationsLock()
    return work(knex)
  })

/** The engine for PostgreSQL. Connects on first use. */
export const postgresEngine = (
  url: string,
  options: PoolOptions = {},
  fingerprints = inMemory(),
  watch = unwatched,
): Engine => {
  const addresses = parsePostgresServers(url)
  const limits = poolLimitsOf(options)
  const writer = postgresWriter(addresses, limits)
  const pools = { addresses, limits, writer }
  const meet = meetingDatabase(fingerprints, isMissingPostgresTable)
  const hot = transactionPool(pools, (connection) =>
    meet((statements) => askPostgres(connection, statements)),
  )
  const cold = migrationPool(pools)
  const driver = postgresDriver(hot, writer)
  const room = watchDiskSpace()
  watch.connected(() => poolConnectionsOf(hot))
  // One migration at a time in this process too: a waiting one holds a connection that the other needs.
  let lastMigration: Promise<unknown> = Promise.resolve()
  return {
    dialect: postgresDialect,
    transact: transactWith(driver, room, watch),
    transaction: transactionWith(driver, room, watch),
    write: writeWith(driver, room, watch),
    read: readWith(driver, watch),
    knex: cold,
    serverName: () => postgresServerName(driver),
    lackOfRoom: room.lastLack,
    risks: () => findPostgresRisks(driver, addresses.length),
    timeMs: () => readServerTime(driver),
    migrating: (work) => {
      const next = lastMigration.then(() => migratingOn(cold, work))
      lastMigration = next.catch(() => undefined)
      return next
    },
    close: async () => {
      writer.close()
      await Promise.all([hot.destroy(), cold.destroy()])
    },
  }
}
