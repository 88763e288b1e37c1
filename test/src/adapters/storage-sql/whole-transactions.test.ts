import { expect } from 'chai'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { postgresEngine } from '@postrider/storage-postgres/postgres-engine'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import { createDatabase } from '../../servers/test-database.js'
import { disturbMysql, disturbPostgres, type Disturber } from './disturb-statements.js'
import { compareWithTables, makeTrialTables, writeTogether } from './interrupted-transactions.js'

const LENGTH = { forMs: 4_000, kept: 101, writersEach: 3 }

interface Server {
  readonly create: () => Promise<{ readonly url: string; drop(): Promise<void> }>
  readonly open: (url: string) => Engine
  readonly disturb: (url: string) => Promise<Disturber>
}

const SERVERS: Readonly<Record<string, Server>> = {
  MySQL: { create: createDatabase, open: (url) => mysqlEngine(url, {}), disturb: disturbMysql },
  PostgreSQL: {
    create: createPostgresDatabase,
    open: (url) => postgresEngine(url),
    disturb: disturbPostgres,
  },
}

describe('A transaction of several statements in one text', () => {
  for (const [name, { create, open, disturb }] of Object.entries(SERVERS))
    it(`is committed whole or not at all, even if the server ends statements meanwhile: ${name}`, async () => {
      const database = await create()
      const engines = [open(database.url), open(database.url), open(database.url)]
      await makeTrialTables(engines[0] as Engine)
      const disturber = await disturb(database.url)
      try {
        const answers = await writeTogether(engines, LENGTH)
        expect(await disturber.stop()).to.be.greaterThan(50)
        const outcome = await compareWithTables(engines[0], answers)
        expect(outcome).to.deep.include({ lost: 0, inPart: 0, keptThough: 0, miscounted: 0 })
        expect(outcome.answered).to.be.greaterThan(100)
      } finally {
        await disturber.stop()
        await Promise.all(engines.map((engine) => engine.close()))
        await database.drop()
      }
    })
})
