import type { Knex } from 'knex'
import { inMemory } from '@postrider/core/ports/mark-keeper'
import type { Engine } from '../engine/engine.js'
import { watchDiskSpace } from '../engine/disk-space.js'
import { poolConnectionsOf, unwatched } from '../engine/watch.js'
import { transactionWith, readWith, transactWith, writeWith } from '../engine/transaction.js'
import { parseMysqlUrl } from './address.js'
import { meetingDatabase } from '../installation/installation.js'
import { mysqlDialect } from './dialect.js'
import { askAlone, mysqlDriver } from './driver.js'
import { durabilityGaps, serverName } from './durability.js'
import { isMissingMysqlTable } from './classify-error.js'
import { poolLimitsOf, type PoolOptions } from '../engine/pool-limits.js'
import { readServerTime } from '../engine/server-time.js'
import { coldPool, hotPool } from './pools.js'

const LOCK_WAIT_SECONDS = 60

/**
 * Holds a lock of the server while it works: it ends with its connection, so that a process that dies in the
 * middle keeps nobody out, as knex's own lock row would.
 */
const migratingOn = async <A>(knex: Knex, work: (knex: Knex) => Promise<A>): Promise<A> =>
  knex.transaction(async (holder) => {
    const name = 'SHA2(CONCAT(DATABASE(), ?), 256)'
    const [rows] = (await holder.raw(`SELECT GET_LOCK(${name}, ?) AS held`, [
      '.postrider',
      LOCK_WAIT_SECONDS,
    ])) as [Array<{ held: number | null }>]
    if (rows[0]?.held !== 1) throw new Error('another process has been migrating for too long')
    try {
      await knex.migrate.forceFreeMigrationsLock()
      return await work(knex)
    } finally {
      await holder.raw(`SELECT RELEASE_LOCK(${name})`, ['.postrider'])
    }
  })

/** The engine for MySQL and MariaDB. Connects when it is first used. */
export const mysqlEngine = (
  url: string,
  options: PoolOptions,
  keeper = inMemory(),
  watch = unwatched,
): Engine => {
  const address = parseMysqlUrl(url)
  const limits = poolLimitsOf(options)
  const meet = meetingDatabase(keeper, isMissingMysqlTable)
  const hot = hotPool(address, limits, (connection) =>
    meet((statements) => askAlone(connection, limits.queryTimeoutMs, statements)),
  )
  const cold = coldPool(address, limits)
  const driver = mysqlDriver(hot, limits)
  const room = watchDiskSpace()
  watch.connected(() => poolConnectionsOf(hot))
  // One at a time in this process, too: who waits for the lock holds a connection that the other needs.
  let lastMigration: Promise<unknown> = Promise.resolve()
  return {
    dialect: mysqlDialect,
    transact: transactWith(driver, room, watch),
    transaction: transactionWith(driver, room, watch),
    write: writeWith(driver, room, watch),
    read: readWith(driver, watch),
    knex: cold,
    serverName: () => serverName(driver),
    lackOfRoom: room.lastLack,
    durabilityGaps: () => durabilityGaps(driver),
    timeMs: () => readServerTime(driver),
    migrating: (work) => {
      const next = lastMigration.then(() => migratingOn(cold, work))
      lastMigration = next.catch(() => undefined)
      return next
    },
    close: async () => {
      await Promise.all([hot.destroy(), cold.destroy()])
    },
  }
}
