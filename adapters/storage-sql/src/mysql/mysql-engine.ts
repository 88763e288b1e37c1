import type { Knex } from 'knex'
import { inMemory } from '@postrider/core/feed/ports/fingerprint-store'
import type { Driver } from '../engine/driver.js'
import type { Engine } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { watchDiskSpace } from '../engine/disk-space.js'
import { poolConnectionsOf, unwatched } from '../engine/watch.js'
import { transactionWith, readWith, transactWith, writeWith } from '../engine/transaction.js'
import { parseMysqlServers } from './address.js'
import { meetingDatabase } from '../platform/installation/installation.js'
import { mysqlDialect } from './dialect.js'
import { askAlone, mysqlDriver } from './driver.js'
import { findMysqlRisks } from './risks/find-risks.js'
import { isMissingMysqlTable } from './classify-error.js'
import { poolLimitsOf, type PoolOptions } from '../engine/pool-limits.js'
import { readServerTime } from '../engine/server-time.js'
import { withMigrationLease } from './migration-lease.js'
import { coldPool, hotPool, mysqlWriter } from './pools.js'

const readVersion = statement(`SELECT VERSION(), @@version_comment`)

/** The server and its version: `MariaDB 10.11.6`, `MySQL 8.4.3`. */
const mysqlServerName = async (driver: Driver): Promise<string> => {
  const [rows] = await driver.read([readVersion()], 'each')
  const [version, comment] = (rows?.[0] ?? []).map(String)
  const kind = /mariadb/i.test(`${version} ${comment}`) ? 'MariaDB' : 'MySQL'
  return `${kind} ${/^[\d.]+/.exec(version ?? '')?.[0] ?? ''}`.trim()
}

/**
 * A process that died during a migration leaves knex's own lock row; the lease makes that lock unnecessary.
 */
const migratingOn = <A>(knex: Knex, work: (knex: Knex) => Promise<A>): Promise<A> =>
  withMigrationLease(knex, async () => {
    await knex.migrate.forceFreeMigrationsLock()
    return work(knex)
  })

/** The engine for MySQL and MariaDB. Connects when it is first used. */
export const mysqlEngine = (
  url: string,
  options: PoolOptions,
  fingerprints = inMemory(),
  watch = unwatched,
): Engine => {
  const addresses = parseMysqlServers(url)
  const limits = poolLimitsOf(options)
  const writer = mysqlWriter(addresses, limits)
  const pools = { addresses, limits, writer }
  const meet = meetingDatabase(fingerprints, isMissingMysqlTable)
  const hot = hotPool(pools, (connection) =>
    meet((statements) => askAlone(connection, limits.queryTimeoutMs, statements)),
  )
  const cold = coldPool(pools)
  const driver = mysqlDriver(hot, limits, writer)
  const room = watchDiskSpace()
  watch.connected(() => poolConnectionsOf(hot))
  // One migration at a time in this process too, since its calls share the few connections for migrations.
  let lastMigration: Promise<unknown> = Promise.resolve()
  return {
    dialect: mysqlDialect,
    transact: transactWith(driver, room, watch),
    transaction: transactionWith(driver, room, watch),
    write: writeWith(driver, room, watch),
    read: readWith(driver, watch),
    knex: cold,
    serverName: () => mysqlServerName(driver),
    lackOfRoom: room.lastLack,
    risks: () => findMysqlRisks(driver, addresses.length),
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
