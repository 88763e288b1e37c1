import { expect } from 'chai'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { E } from '@postrider/core/fp'
import type { TransactionQuery, Engine } from '@postrider/storage-sql/engine/engine'
import { insertInto, table } from '@postrider/storage-sql/engine/insertion'
import { statement } from '@postrider/storage-sql/engine/template'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { postgresEngine } from '@postrider/storage-postgres/postgres-engine'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { freshDirectory } from '../../servers/run-directory.js'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import { createDatabase } from '../../servers/test-database.js'

interface Place {
  readonly engine: Engine
  remove(): Promise<void>
}

const onSqlite = async (): Promise<Place> => {
  const directory = await freshDirectory('conversations')
  const engine = sqliteEngine(`sqlite:${join(directory, 'postrider.db')}`)
  return { engine, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** Few connections, so that a connection that isn't returned is noticed at once. */
const FEW = { connections: 2, acquireTimeoutMs: 5_000 }

const onMariadb = async (): Promise<Place> => {
  const { url, drop } = await createDatabase()
  return { engine: mysqlEngine(url, FEW), remove: drop }
}

const onPostgres = async (): Promise<Place> => {
  const { url, drop } = await createPostgresDatabase()
  return { engine: postgresEngine(url, FEW), remove: drop }
}

const notes = table('notes', ['id', 'said'])
const insert = insertInto(notes)
const list = statement('SELECT id, said FROM notes ORDER BY id')
const change = statement('UPDATE notes SET said = ? WHERE id = ?')
const one = statement('SELECT 1')
const two = statement('SELECT 2')

const describeConversations = (name: string, open: () => Promise<Place>): void => {
  describe(`Conversations with ${name}`, () => {
    let place: Place
    before(async () => {
      place = await open()
      await place.engine.knex.raw(
        'CREATE TABLE notes (id INTEGER NOT NULL PRIMARY KEY, said VARCHAR(20) NOT NULL)',
      )
    })
    after(async () => {
      await place.engine.close()
      await place.remove()
    })
    beforeEach(() => place.engine.knex('notes').delete())

    const kept = async () => {
      const read = await place.engine.read([list()], 'each')
      return E.isRight(read) ? read.right[0] : read
    }
    const keeping = { statements: [], isKept: true, result: 'done' }

    it('return each result in its place: for one statement, several, and empty insertions', async () => {
      const answers: unknown[] = []
      const outcome = await place.engine.transaction([insert([]), one(), insert([])], async (opened, ask) => {
        answers.push(opened, await ask([one()]), await ask([insert([])]), await ask([]))
        answers.push(await ask([insert([1, 'a'])]), await ask([insert([]), two(), insert([2, 'b']), list()]))
        return { ...keeping, statements: [change('c', 2)] }
      })
      expect(outcome).to.deep.equal(E.right('done'))
      expect(answers).to.deep.equal([
        [[], [[1]], []],
        [[[1]]],
        [[]],
        [],
        [[]],
        [[], [[2]], [], [[1, 'a'], [2, 'b']]], // prettier-ignore
      ])
      expect(await kept()).to.deep.equal([
        [1, 'a'],
        [2, 'c'],
      ])
    })

    it('keep nothing of a rolled back unit, and hold no locks afterwards', async () => {
      for (let time = 0; time < 4; time += 1) {
        const outcome = await place.engine.transaction([], async (_, ask) => {
          await ask([insert([time, 'a'])])
          return { ...keeping, isKept: false }
        })
        expect(outcome).to.deep.equal(E.right('done'))
      }
      expect(await kept()).to.deep.equal([])
    })

    it('pass a bug on at once, keep nothing, and return their connection', async () => {
      for (let time = 0; time < 4; time += 1) {
        let beginnings = 0
        const outcome = await place.engine
          .transaction([], async (_, ask) => {
            beginnings += 1
            await ask([insert([1, 'a'])])
            throw new Error('a bug in the work')
          })
          .catch((error: unknown) => error)
        expect(outcome).to.be.instanceOf(Error).with.property('message', 'a bug in the work')
        expect(beginnings).to.equal(1)
      }
      expect(await kept()).to.deep.equal([])
    })

    it('keep nothing after a database error, although the caller ignores it', async () => {
      await place.engine.transaction([], async () => ({ ...keeping, statements: [insert([1, 'first'])] }))
      let beginnings = 0
      const outcome = await place.engine.transaction([], async (_, ask) => {
        beginnings += 1
        await ask([insert([beginnings + 1, 'second'])])
        await ask([insert([1, 'again'])]).catch(() => undefined)
        return keeping
      })
      expect(outcome).to.have.nested.property('left._tag', 'BatchFailed')
      expect(beginnings).to.equal(3)
      expect(await kept()).to.deep.equal([[1, 'first']])
    })

    it("are a bug, and keep nothing, if a result isn't awaited or requested too late", async () => {
      let late: TransactionQuery | undefined
      const outcome = await place.engine
        .transaction([], async (_, ask) => {
          late = ask
          void ask([insert([1, 'a'])])
          return keeping
        })
        .catch((error: unknown) => error)
      expect(outcome).to.be.instanceOf(Error)
      const later = await late?.([insert([2, 'b'])]).catch((error: unknown) => error)
      expect(later).to.be.instanceOf(Error)
      expect(await kept()).to.deep.equal([])
    })

    it('with concurrent writes wait for one another, and lose nothing', async () => {
      await place.engine.transaction([], async () => ({ ...keeping, statements: [insert([1, '0'])] }))
      const held = statement('SELECT said FROM notes WHERE id = 1 {for update}')
      const count = () =>
        place.engine.transaction([], async (_, ask) => {
          const [rows] = await ask([held()])
          return { ...keeping, statements: [change(String(Number(rows?.[0]?.[0]) + 1), 1)] }
        })
      await Promise.all(Array.from({ length: 6 }, count))
      expect(await kept()).to.deep.equal([[1, '6']])
    })
  })
}

describeConversations('SQLite', onSqlite)
describeConversations('MariaDB', onMariadb)
describeConversations('PostgreSQL', onPostgres)
