import { expect } from 'chai'
import { groupOf } from '@postrider/core/feed/domain/change'
import type { Storage } from '@postrider/core/assembly/storage'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { changesAfter, numberAll } from '@postrider/conformance/storage/feed/following'
import type { Engine, TransactionQuery } from '@postrider/storage-sql/engine/engine'
import { takeHead } from '@postrider/storage-sql/feed/head'
import { leaveChange } from '@postrider/storage-sql/feed/leave-change'
import { openStorageOn } from '@postrider/storage-sql/sql-storage'
import { onPostgres } from '../storage-postgres/open-postgres.js'
import { onMariadb, onSqlite, useDatabases } from './empty-database.js'

const PAGE = 100
const EVERYTHING = { beforeMs: Number.MAX_SAFE_INTEGER, mostBytes: 0 }

const aChange = () => ({ groups: [groupOf('message', 1)], messageIds: [fresh.id('msg')] })

/** Leaves a change in a transaction, which is committed or rolled back after `before`. */
const leave = (engine: Engine, isKept = true, before: () => Promise<unknown> = async () => undefined) =>
  engine.transaction([], async (_, ask) => {
    await ask(leaveChange(engine.dialect, aChange()))
    await before()
    return { statements: [], isKept, result: undefined }
  })

const leaveEach = async (engine: Engine, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await leave(engine)
}

const seqsIn = async (storage: Storage, after = 0): Promise<readonly number[]> =>
  (await changesAfter(storage, after)).map(({ seq }) => seq)

const numbersUpTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1)

/**
 * Like the engine, except that the next read skips the row whose first cell is the number, like a walk
 * through a changing index may.
 */
const tornAt = (engine: Engine, seq: number): Engine => {
  let isTorn = false
  return {
    ...engine,
    read: async (...reading) => {
      const read = await engine.read(...reading)
      if (isTorn || read._tag === 'Left') return read
      isTorn = true
      return { ...read, right: read.right.map((rows) => rows.filter(([cell]) => cell !== seq)) }
    },
  }
}

/**
 * Like the engine of a process that dies in a transaction, after this number of its steps and before the
 * COMMIT.
 */
const dyingAfter = (engine: Engine, steps: number): Engine => ({
  ...engine,
  transaction: (opening, work) => {
    let left = steps
    const step = (): void => {
      if (left === 0) throw new Error('the process died')
      left -= 1
    }
    return engine.transaction(opening, async (opened, ask) => {
      step()
      const asking: TransactionQuery = async (statements) => {
        const answers = await ask(statements)
        step()
        return answers
      }
      await work(opened, asking)
      throw new Error('the process died before the COMMIT')
    })
  },
})

const ready = async (databases: ReturnType<typeof useDatabases>, open: typeof onSqlite) => {
  const { engine, url } = await databases.opened(() => open('made'))
  const storage = openStorageOn(engine)
  await right(storage.health.migrate())
  return { engine, url, storage }
}

for (const [name, open] of [
  ['SQLite', onSqlite],
  ['MariaDB', onMariadb],
  ['PostgreSQL', onPostgres],
] as const)
  describe(`The change feed on ${name}`, () => {
    const databases = useDatabases()

    it('is read up to the first gap, and the next read starts there', async () => {
      const { engine, storage } = await ready(databases, open)
      await leaveEach(engine, 5)
      await numberAll(storage)
      const { feed } = openStorageOn(tornAt(engine, 3))
      const [torn, whole] = [await right(feed.read(0, PAGE)), await right(feed.read(2, PAGE))]
      expect([torn, whole].map(({ changes }) => changes.map(({ seq }) => seq))).to.deep.equal([
        [1, 2],
        [3, 4, 5],
      ])
    })

    it('has no gap after a rolled back transaction', async () => {
      const { engine, storage } = await ready(databases, open)
      for (const isKept of [true, false, false, true]) await leave(engine, isKept)
      await numberAll(storage)
      expect(await seqsIn(storage)).to.deep.equal([1, 2])
    })

    it('is purged only as far as it is rolled up, if that runs', async () => {
      const { engine, storage } = await ready(databases, open)
      await leaveEach(engine, 5)
      await numberAll(storage)
      await engine.knex('feed_head').update({ rolled: 2 })
      expect(await right(storage.feed.purge(EVERYTHING, PAGE))).to.equal(2)
      expect(await right(storage.feed.purge(EVERYTHING, PAGE))).to.equal(0)
      expect(await seqsIn(storage, 2)).to.deep.equal([3, 4, 5])
    })
  })

const sequencersOn = (name: string, open: typeof onSqlite) =>
  describe(`Sequencers of the change feed on ${name}`, () => {
    const databases = useDatabases()

    it('give each change one number, for any number of sequencers', async () => {
      const { engine, url, storage } = await ready(databases, open)
      await leaveEach(engine, 40)
      const others = await Promise.all([1, 2, 3].map(() => databases.stored(url)))
      await Promise.all([storage, ...others].map(numberAll))
      expect(await seqsIn(storage)).to.deep.equal(numbersUpTo(40))
    })

    it("skip what another one has, and don't wait for uncommitted changes", async () => {
      const { engine, url, storage } = await ready(databases, open)
      await leaveEach(engine, 3)
      const other = await databases.stored(url)
      await engine.transaction(takeHead(), async () => {
        expect(await right(other.feed.number(PAGE, NOW_MS))).to.deep.include({ numbered: 0 })
        return { statements: [], isKept: false, result: undefined }
      })
      await leave(engine, true, async () => {
        await leaveEach(engine, 2)
        expect(await right(storage.feed.number(PAGE, NOW_MS))).to.deep.include({ numbered: 5 })
      })
      expect(await right(storage.feed.waiting(PAGE))).to.equal(1)
      await numberAll(storage)
      expect(await seqsIn(storage)).to.deep.equal(numbersUpTo(6))
    })

    for (const steps of [0, 1, 2])
      it(`leave nothing incomplete if one dies after ${steps} of its steps`, async () => {
        const { engine, storage } = await ready(databases, open)
        await leaveEach(engine, 4)
        const dying = openStorageOn(dyingAfter(engine, steps))
        const died = await dying.feed
          .number(PAGE, NOW_MS)()
          .catch((error: unknown) => String(error))
        expect(died).to.match(/died/)
        expect(await seqsIn(storage)).to.deep.equal([])
        expect(await right(storage.feed.waiting(PAGE))).to.equal(4)
        await numberAll(storage)
        expect(await seqsIn(storage)).to.deep.equal(numbersUpTo(4))
      })

    it('start a new epoch if the head is behind the changes, and continue after them', async () => {
      const { engine, storage } = await ready(databases, open)
      await leaveEach(engine, 3)
      await numberAll(storage)
      const before = await right(storage.feed.head())
      await engine.knex('feed_head').update({ seq: 1 })
      await leaveEach(engine, 1)
      await numberAll(storage)
      const after = await right(storage.feed.head())
      expect(after.epoch).to.not.equal(before.epoch)
      expect(after.seq).to.equal(4)
      expect(await seqsIn(storage)).to.deep.equal(numbersUpTo(4))
    })
  })

sequencersOn('MariaDB', onMariadb)
sequencersOn('PostgreSQL', onPostgres)
