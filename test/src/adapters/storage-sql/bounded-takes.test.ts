import { expect } from 'chai'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { LANES } from '@postrider/core/kernel/messages/lane'
import type { Storage } from '@postrider/core/assembly/storage'
import type { OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { outboxStorage } from '@postrider/storage-sql/messaging/outbox/outbox'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { openStorageOn } from '@postrider/storage-sql/sql-storage'
import { renderSqlite } from '@postrider/storage-sql/sqlite/render'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { idOf } from '@postrider/storage-sql/cells/id-cell'
import { right } from '@postrider/conformance/outcome'
import { freshDirectory } from '../../servers/run-directory.js'
import { mysqlInUse, startMysqlInUse } from '../../servers/mysql.js'
import type { MysqlServer } from '../../servers/mysql-server.js'
import { createDatabase } from '../../servers/test-database.js'
import { listeningTo } from './listening-to.js'
import { fillList, organizationCell } from './long-list.js'

const LIMIT = 50
const TAKES = 4
const AGAIN_MS = NOW_MS + 60_000

const takeAll = async (storage: Storage): Promise<number> => {
  let taken = 0
  for (let take = 0; take < TAKES; take += 1)
    taken += (await right(storage.outbox.takeDue('transactional', LIMIT, NOW_MS, AGAIN_MS))).length
  return taken
}

/** The list's content by consecutive reads, until it is complete. */
const countWhole = async (outbox: OutboxStorage, rows: number): Promise<number> => {
  let looks = 0
  while ((await right(outbox.count())) !== rows) {
    looks += 1
    expect(looks, `looks at ${rows}`).to.be.below(12)
  }
  return looks
}

describe(`Reading the list on ${mysqlInUse()}`, () => {
  // Its own server, because the counters cover all of its tests.
  let server: MysqlServer
  let url: string
  let engine: Engine
  let storage: Storage
  before(async () => {
    server = await startMysqlInUse()
    ;({ url } = await createDatabase(server.url))
    engine = mysqlEngine(url, {})
    storage = openStorageOn(engine)
    await right(storage.health.migrate())
  })
  after(async () => {
    await storage.close()
    await server.stop()
  })

  /** Entries of indexes that the server has read since it started. */
  const entriesRead = async (): Promise<number> => {
    const connection = await createConnection(url)
    const [rows] = await connection.query<RowDataPacket[]>(
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('Handler_read_key', 'Handler_read_next', 'Handler_read_prev', 'Handler_read_first')",
    )
    await connection.end()
    return rows.reduce((sum, row) => sum + Number(row['Value']), 0)
  }

  const readFor = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await entriesRead()
    await work()
    return (await entriesRead()) - before
  }

  it('for a take costs in proportion to the messages taken, not to those waiting', async () => {
    const read: string[] = []
    for (const [rows, organizations] of [
      [1_000, 1],
      [100_000, 1],
      [100_000, 1_000],
    ] as const) {
      await fillList(engine, rows, organizations)
      const entries = await readFor(async () => expect(await takeAll(storage)).to.equal(TAKES * LIMIT))
      read.push(`${rows} of ${organizations}: ${Math.round(entries / TAKES)} a take`)
      expect(entries / TAKES, read.join('; ')).to.be.below(15 * LIMIT)
    }
  })

  it('after a change of an app costs in proportion to the postponed messages of its Organization, not to all waiting ones', async () => {
    await fillList(engine, 50_000, 10)
    const organizationId = idOf('org', organizationCell(0))
    const putOff = engine.knex('outbox').where({ organization_id: Buffer.from(organizationCell(0), 'hex') })
    await putOff.limit(100).update({ due_at: NOW_MS + 60_000 })
    const app = { _tag: 'OfApp', organizationId, appId: fresh.id('app') } as const
    expect(await readFor(() => right(storage.outbox.makeDueNow(app, NOW_MS)))).to.be.below(1_500)
    const all = await readFor(() =>
      right(storage.outbox.makeDueNow({ _tag: 'OfPrefix', prefix: '+44' }, NOW_MS)),
    )
    expect(all).to.be.below(1_500)
  })

  it('for the gauges is bounded, and the count is complete after a few reads', async () => {
    for (const rows of [1_000, 100_000]) {
      await fillList(engine, rows, 10)
      const sinceMs = await readFor(() => right(storage.outbox.waitingSince(LANES, NOW_MS)))
      expect(sinceMs, `since when, of ${rows}`).to.be.below(1_100)
      const counting = await readFor(() => right(storage.outbox.count()))
      expect(counting, `how many, of ${rows}`).to.be.below(10_100)
      await countWhole(storage.outbox, rows)
      const again = await readFor(() => right(storage.outbox.count()))
      expect(again, `how many again, of ${rows}`).to.be.below(10_100)
    }
  })

  it('shows since when others wait if the messages due longest already went to the queue', async () => {
    await fillList(engine, 2_000, 10)
    await engine
      .knex('outbox')
      .where('due_at', '<', NOW_MS - 500)
      .update({ publications: 1 })
    expect(await right(storage.outbox.waitingSince(LANES, NOW_MS))).to.equal(NOW_MS - 1_001)
  })
})

describe('Reading the list on SQLite', () => {
  it('uses an index for takes and gauges alike, and counts all in a few reads', async () => {
    const directory = await freshDirectory('looks')
    const path = join(directory, 'postrider.db')
    const engine = sqliteEngine(`sqlite:${path}`)
    const storage = openStorageOn(engine)
    await right(storage.health.migrate())
    await fillList(engine, 20_000, 10)
    const { heard, statements } = listeningTo(engine)
    const outbox = outboxStorage(heard)
    for (let take = 0; take < TAKES; take += 1)
      await right(outbox.takeDue('transactional', LIMIT, NOW_MS, AGAIN_MS))
    await right(outbox.waitingSince(LANES, NOW_MS))
    expect(await countWhole(outbox, 20_000)).to.be.at.most(3)
    const reader = await openThread({ path, role: 'reader' })
    const looks = statements.map((statement) => renderSqlite(statement))
    for (const look of looks) {
      const { results } = await reader.run([{ ...look, sql: `EXPLAIN QUERY PLAN ${look.sql}` }])
      const plan = (results[0] ?? []).map((row) => String(row[3]))
      const whole = plan.filter((line) => /^SCAN (o|d|outbox)\b|TEMP B-TREE/.test(line))
      // Messages of the same age are taken in the order of their identifiers, which the index keeps by
      // itself.
      expect(whole, look.sql).to.deep.equal([])
    }
    expect(looks.length).to.be.above(8)
    await reader.close()
    await storage.close()
    await rm(directory, { recursive: true, force: true })
  })
})
