import { inMemory } from '@postrider/core/feed/ports/fingerprint-store'
import type { Driver } from '../engine/driver.js'
import type { Engine } from '../engine/engine.js'
import type { PoolLimits, PoolOptions } from '../engine/pool-limits.js'
import { serverEngine } from '../servers/server-engine.js'
import { statement } from '../engine/template.js'
import { unwatched } from '../engine/watch.js'
import { parseMysqlServers } from './address.js'
import { isMissingMysqlTable } from './classify-error.js'
import { mysqlConnections } from './connections.js'
import { mysqlDialect } from './dialect.js'
import { withMigrationLease } from './migration-lease.js'
import { askAlone, mysqlProtocol } from './protocol.js'
import { findMysqlRisks } from './risks/find-risks.js'

const readVersion = statement(`SELECT VERSION(), @@version_comment`)

/** The server and its version: `MariaDB 10.11.6`, `MySQL 8.4.3`. */
const mysqlServerName = async (driver: Driver): Promise<string> => {
  const [rows] = await driver.read([readVersion()], 'each')
  const [version, comment] = (rows?.[0] ?? []).map(String)
  const kind = /mariadb/i.test(`${version} ${comment}`) ? 'MariaDB' : 'MySQL'
  return `${kind} ${/^[\d.]+/.exec(version ?? '')?.[0] ?? ''}`.trim()
}

/** The engine for MySQL and MariaDB. Connects when it is first used. */
export const mysqlEngine = (
  url: string,
  options: PoolOptions = {},
  fingerprints = inMemory(),
  watch = unwatched,
): Engine => {
  const addresses = parseMysqlServers(url)
  const kind = {
    dialect: mysqlDialect,
    connections: (limits: PoolLimits) => mysqlConnections(addresses, limits),
    protocol: mysqlProtocol,
    ask: askAlone,
    isMissingTable: isMissingMysqlTable,
    serverName: mysqlServerName,
    risks: findMysqlRisks,
    migrating: withMigrationLease,
  }
  return serverEngine(kind, options, fingerprints, watch)
}
