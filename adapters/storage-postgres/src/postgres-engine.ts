import type { Knex } from 'knex'
import { inMemory } from '@postrider/core/feed/ports/fingerprint-store'
import {
  type Engine,
  type PoolLimits,
  type PoolOptions,
  serverEngine,
  type Statement,
  unwatched,
} from '@postrider/storage-sql/own-engine'
import { parsePostgresServers } from './address.js'
import { isMissingPostgresTable } from './classify-error.js'
import { type PostgresConnection, postgresConnections } from './connections.js'
import { postgresDialect } from './dialect.js'
import { askPostgres, postgresProtocol } from './protocol.js'
import { findPostgresRisks } from './risks.js'
import { postgresServerName } from './server-name.js'

const LOCK_WAIT_MS = 30 * 60_000

/** The number of the lock, which is separate for each database. */
const LOCK = 7_052_026

/** Runs the work while it holds a lock of the server, which ends with its transaction. */
const withMigrationLock = async <A>(knex: Knex, work: (knex: Knex) => Promise<A>): Promise<A> =>
  knex.transaction(async (holder) => {
    await holder.raw(`SET LOCAL lock_timeout TO ${LOCK_WAIT_MS}`)
    await holder.raw(`SELECT pg_advisory_xact_lock(${LOCK})`)
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
  const kind = {
    dialect: postgresDialect,
    connections: (limits: PoolLimits) => postgresConnections(addresses, limits),
    protocol: () => postgresProtocol,
    ask: (connection: PostgresConnection, _limits: PoolLimits, statements: readonly Statement[]) =>
      askPostgres(connection, statements),
    isMissingTable: isMissingPostgresTable,
    serverName: postgresServerName,
    risks: findPostgresRisks,
    migrating: withMigrationLock,
  }
  return serverEngine(kind, options, fingerprints, watch)
}
