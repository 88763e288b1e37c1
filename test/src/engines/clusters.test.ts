import { expect } from 'chai'
import { setTimeout as sleep } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { insertInto, table } from '@postrider/storage-sql/engine/insertion'
import { statement } from '@postrider/storage-sql/engine/template'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import {
  compareWithTables,
  makeTrialTables,
  writeTogether,
} from '../adapters/storage-sql/interrupted-transactions.js'
import { startGalera } from '../servers/galera.js'
import { startGroupReplication } from '../servers/group-replication.js'
import { addressOf, type ServerCluster } from '../servers/server-cluster.js'
import { createDatabase, type TestDatabase } from '../servers/test-database.js'

const LENGTH = { forMs: 8_000, kept: 201 }
const READS = 200

const CLUSTERS: Readonly<Record<string, () => Promise<ServerCluster>>> = {
  'a Galera cluster': startGalera,
  'a group with several primaries': () => startGroupReplication('multi-primary'),
}

const insert = insertInto(table('first_list', ['number']))
const find = statement('SELECT number FROM first_list WHERE number = ?')

for (const [name, start] of Object.entries(CLUSTERS))
  describe(`Writers on every node of ${name}`, () => {
    let cluster: ServerCluster
    let database: TestDatabase
    let engines: readonly Engine[] = []

    before(async () => {
      cluster = await start()
      const address = (at: number, after: string): string =>
        addressOf(cluster.nodes, at, { before: 'mysql://root@', after })
      database = await createDatabase(address(0, ''))
      // The other nodes apply it a moment later.
      await sleep(1_000)
      engines = cluster.nodes.map((_, at) => mysqlEngine(address(at, `/${database.name}`), {}))
      await makeTrialTables(engines[0] as Engine)
    })
    after(async () => {
      await Promise.all(engines.map((engine) => engine.close()))
      await cluster.stop()
    })

    it('commit each transaction whole or not at all, although they end those of other nodes', async () => {
      const outcome = await compareWithTables(engines[0], await writeTogether(engines, LENGTH))
      expect(outcome).to.deep.include({ lost: 0, inPart: 0, keptThough: 0, miscounted: 0 })
      expect(outcome.answered).to.be.greaterThan(200)
    })

    it('read at once what was acknowledged on another node', async () => {
      const [writer, reader] = engines
      const missed: number[] = []
      for (let number = 1_000_000_000; number < 1_000_000_000 + READS; number += 1) {
        const written = await writer?.transact([], () => ({ statements: [insert([number])], result: true }))
        expect(written).to.deep.equal(E.right(true))
        const read = await reader?.read([find(number)], 'each')
        if (read === undefined || E.isLeft(read) || read.right[0]?.length !== 1) missed.push(number)
      }
      expect(missed).to.deep.equal([])
    })
  })
