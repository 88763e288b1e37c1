import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { Knex } from 'knex'
import { eventually } from '@postrider/conformance/eventually'
import { postgresEngine } from '@postrider/storage-postgres/postgres-engine'
import { parsePostgresServers } from '@postrider/storage-postgres/address'
import { postgresConnections } from '@postrider/storage-postgres/connections'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { type PoolOptions, poolLimitsOf } from '@postrider/storage-sql/engine/pool-limits'
import { statement } from '@postrider/storage-sql/engine/template'
import { acquire } from '@postrider/storage-sql/engine/knex-pool'
import { parseMysqlServers } from '@postrider/storage-sql/mysql/address'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { mysqlConnections } from '@postrider/storage-sql/mysql/connections'
import { serverPools } from '@postrider/storage-sql/servers/server-pools'
import { startFaultProxy } from '../servers/fault-proxy.js'
import { createPostgresDatabase } from '../servers/postgres-database.js'
import { createDatabase } from '../servers/test-database.js'
import { otherSessions } from '../servers/mysql-sessions.js'

interface Counter {
  count(): Promise<number>
  end(): Promise<void>
}

interface Family {
  readonly create: () => Promise<{ readonly url: string; drop(): Promise<void> }>
  readonly open: (url: string, options: PoolOptions) => Engine
  /** A pool whose connections all fail their first check. */
  readonly failing: (url: string, options: PoolOptions) => Knex
  readonly counter: (url: string) => Promise<Counter>
}

const wrongDatabase = (): Promise<never> => Promise.reject(new Error('not this database'))

const mysqlCounter = async (url: string): Promise<Counter> => {
  const connection = await createConnection(url)
  return {
    count: async () => (await otherSessions(connection, new URL(url).pathname.slice(1))).length,
    end: () => connection.end(),
  }
}

const postgresCounter = async (url: string): Promise<Counter> => {
  const client = new pg.Client(url)
  await client.connect()
  return {
    count: async () => {
      const { rows } = await client.query<{ readonly others: string }>(
        'SELECT COUNT(*) AS others FROM pg_stat_activity WHERE datname = CURRENT_DATABASE() AND pid <> pg_backend_pid()',
      )
      return Number(rows[0]?.others)
    },
    end: () => client.end(),
  }
}

const FAMILIES: Readonly<Record<string, Family>> = {
  MySQL: {
    create: createDatabase,
    open: mysqlEngine,
    failing: (url, options) => {
      const [addresses, limits] = [parseMysqlServers(url), poolLimitsOf(options)]
      return serverPools(mysqlConnections(addresses, limits), limits).transactions(wrongDatabase)
    },
    counter: mysqlCounter,
  },
  PostgreSQL: {
    create: createPostgresDatabase,
    open: postgresEngine,
    failing: (url, options) => {
      const [addresses, limits] = [parsePostgresServers(url), poolLimitsOf(options)]
      return serverPools(postgresConnections(addresses, limits), limits).transactions(wrongDatabase)
    },
    counter: postgresCounter,
  },
}

const LIMITS = { connections: 3, queryTimeoutMs: 600, acquireTimeoutMs: 500, connectTimeoutMs: 800 }
const one = statement('SELECT 1')

for (const [name, { create, open, failing, counter }] of Object.entries(FAMILIES))
  describe(`The connections of a process: ${name}`, () => {
    it('are closed at once if they fail their first check', async () => {
      const { url, drop } = await create()
      const pool = failing(url, LIMITS)
      const seen = await counter(url)
      for (let time = 0; time < 5; time += 1) {
        const failure = await acquire(pool).catch((error: unknown) => error)
        expect(failure).to.have.property('message', 'not this database')
      }
      await eventually('none is left', async () => (await seen.count()) === 0, 1_000)
      await pool.destroy()
      await seen.end()
      await drop()
    })

    it('never exceed the pool, also after timeouts and cut connections', async () => {
      const { url, drop } = await create()
      const proxy = await startFaultProxy(url)
      const engine = open(proxy.url, LIMITS)
      const seen = await counter(url)
      const readMany = (): Promise<unknown> =>
        Promise.all(Array.from({ length: 12 }, () => engine.read([one()], 'each')))
      let most = 0
      for (const fault of ['none', 'blackhole', 'cut', 'blackhole', 'cut'] as const) {
        if (fault === 'blackhole') proxy.blackhole()
        if (fault === 'cut') proxy.cut()
        await readMany()
        await proxy.heal()
        // Statements that were abandoned during the fault end when the server notices that.
        await eventually(
          'only those of the pool are left',
          async () => (await seen.count()) <= LIMITS.connections,
          2_000,
        )
        await readMany()
        // A server notices late that one was closed, so the process holds the fewer of two counts.
        const counted = await seen.count()
        await sleep(200)
        most = Math.max(most, Math.min(counted, await seen.count()))
      }
      expect(most).to.be.within(1, LIMITS.connections)
      await engine.close()
      await eventually('none is left', async () => (await seen.count()) === 0, 2_000)
      await seen.end()
      await proxy.stop()
      await drop()
    })
  })
