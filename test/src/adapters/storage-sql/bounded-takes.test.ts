import { expect } from 'chai'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { storageOn } from '@postrider/storage-sql/sql-storage'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { createDatabase } from '../../servers/test-database.js'

const LIMIT = 50
const TAKES = 4

/** A list of so many messages of so many Organizations, all of them due, without anything else of them. */
const fill = async ({ knex, dialect }: Engine, rows: number, organizations: number): Promise<void> => {
  await knex('outbox').delete()
  await knex('accounts').delete()
  const id = (kind: string, at: number): Buffer => Buffer.from(`${kind}${`${at}`.padStart(15, '0')}`)
  await knex.batchInsert(
    'accounts',
    Array.from({ length: organizations }, (_, at) => ({
      organization_id: id('o', at),
      currency: 'INR',
      posted: 1,
      reserved: 1,
      version: 1,
      head_digest: Buffer.alloc(32),
      last_event_at: NOW_MS,
    })),
    100,
  )
  for (let from = 0; from < rows; from += 500)
    await knex.batchInsert(
      'outbox',
      Array.from({ length: 500 }, (_, at) => ({
        message_id: id('m', from + at),
        organization_id: id('o', (from + at) % organizations),
        lane: 'transactional',
        due_at: NOW_MS - rows + from + at,
        publications: 0,
        listed_at: NOW_MS,
      })),
      dialect.name === 'sqlite' ? 100 : 500,
    )
}

const takeAll = async (storage: Storage): Promise<number> => {
  let taken = 0
  for (let take = 0; take < TAKES; take += 1)
    taken += (await right(storage.outbox.takeDue('transactional', LIMIT, NOW_MS, NOW_MS + 60_000))).length
  return taken
}

describe('What is read of the list on MariaDB for a take', () => {
  /** Entries of indexes that the server has read since it began. */
  const entriesRead = async (url: string): Promise<number> => {
    const connection = await createConnection(url)
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT SUM(variable_value) AS entries FROM information_schema.global_status
       WHERE variable_name IN ('HANDLER_READ_KEY', 'HANDLER_READ_NEXT', 'HANDLER_READ_PREV', 'HANDLER_READ_FIRST')`,
    )
    await connection.end()
    return Number(rows[0]?.['entries'])
  }

  it('depends on what is taken, neither on what waits nor on how many wait', async () => {
    const { url, drop } = await createDatabase()
    const engine = mysqlEngine(url, {})
    const storage = storageOn(engine)
    await right(storage.health.migrate())
    const read: string[] = []
    for (const [rows, organizations] of [
      [1_000, 1],
      [100_000, 1],
      [100_000, 1_000],
    ] as const) {
      await fill(engine, rows, organizations)
      const before = await entriesRead(url)
      expect(await takeAll(storage)).to.equal(TAKES * LIMIT)
      const entries = (await entriesRead(url)) - before
      read.push(`${rows} of ${organizations}: ${Math.round(entries / TAKES)} a take`)
      expect(entries / TAKES, read.join('; ')).to.be.below(15 * LIMIT)
    }
    await storage.close()
    await drop()
  })
})
