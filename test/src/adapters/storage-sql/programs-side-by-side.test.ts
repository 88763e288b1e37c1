import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { migrationNames } from '@postrider/storage-sql/migrations/source'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import type { OpenedStorage, OpenStorage } from '@postrider/conformance/storage'
import { left, right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const FUTURE = '9001_of_a_newer_program'
const OWN = [...migrationNames].sort().at(-1) ?? ''

/** Stores a newer program's migration in the database, and its rule for older programs, if any. */
const migratedByNewer = async ({ url }: OpenedStorage, oldestProgram: string | undefined): Promise<void> => {
  const engine = url.startsWith('sqlite:') ? sqliteEngine(url) : mysqlEngine(url, {})
  try {
    await engine.knex('knex_migrations').insert({ name: FUTURE, batch: 2 })
    if (oldestProgram !== undefined)
      await engine.knex('migrations_beside').insert({ name: FUTURE, oldest_program: oldestProgram })
  } finally {
    await engine.close()
  }
}

const describeProgramsBeside = (name: string, open: OpenStorage): void => {
  describe(`A program and the migrations of a newer one: ${name}`, () => {
    let opened: OpenedStorage
    let health: Storage['health']
    beforeEach(async () => {
      opened = await open()
      health = opened.storage.health
      await right(health.migrate())
    })
    afterEach(() => opened.close())

    it('runs next to one that allows its version, and has nothing to migrate', async () => {
      await migratedByNewer(opened, OWN)
      const found = await right(health.check())
      expect(found).to.deep.include({ pendingMigrations: [], newerMigrations: [FUTURE], tooOld: undefined })
      expect(await right(health.migrate())).to.deep.equal([])
    })

    it('is refused next to one that needs a newer program, which it names', async () => {
      await migratedByNewer(opened, '9000_the_one_before')
      const { tooOld } = await right(health.check())
      expect(tooOld).to.equal(
        `the database has ${FUTURE}, which requires a Postrider that knows 9000_the_one_before. ` +
          `This one knows only migrations up to ${OWN}: install a newer one`,
      )
      expect((await left(health.migrate())).cause).to.equal(tooOld)
    })

    it('is refused next to one without a rule for older programs', async () => {
      await migratedByNewer(opened, undefined)
      expect((await right(health.check())).tooOld).to.include(`requires a Postrider that knows ${FUTURE}.`)
    })
  })
}

describeProgramsBeside('SQLite', sqliteOpener())
describeProgramsBeside('MariaDB', mariadbOpener())
