import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { migrationNames } from '@postrider/storage-sql/migrations/source'
import { acceptOne, acceptPaid } from '@postrider/conformance/storage/accepting'
import { left, right } from '@postrider/conformance/outcome'
import { onMariadb, onSqlite, type Place, useDatabases } from './empty-database.js'

const PAGE = new URL('../../../../docs/upgrading.md', import.meta.url)

/** The statements that the page of upgrades gives. */
const written = (): readonly string[] => {
  const [, block = ''] =
    /## From before the first release[^]*?```sql\n([^]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? []
  return block.split(';').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
}

const EARLIER = ['0001_foundation', '0002_sending_plane', '0016_tracing']

/** What a database of before the first release has that this one has not. */
const makeEarlier = async ({ knex, dialect: { types } }: Engine): Promise<void> => {
  for (const table of ['knex_migrations', 'migrations_beside']) await knex(table).delete()
  await knex('knex_migrations').insert(EARLIER.map((name) => ({ name, batch: 1 })))
  await knex('migrations_beside').insert(
    EARLIER.map((name) => ({ name, oldest_program: '0008_administration' })),
  )
  await knex.raw(`CREATE TABLE audit_events (id ${types.id} NOT NULL PRIMARY KEY)`)
  await knex.raw(`ALTER TABLE outbox ADD COLUMN request_id ${types.name(128)}`)
  await knex.raw(`ALTER TABLE outbox ADD COLUMN traceparent ${types.name(55)}`)
}

const carrying = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  it(`is refused in a sentence, and goes on once it is carried over: ${name}`, async () => {
    const { url, engine } = await databases.opened(open)
    const storage = await databases.stored(url)
    await right(storage.health.migrate())
    const request = await acceptPaid(storage)
    await makeEarlier(engine)

    const { tooOld = '' } = await right(storage.health.check(30_000))
    expect(tooOld)
      .to.match(/before the first release.*docs\/upgrading\.md/)
      .and.not.include('\n')
    expect((await left(storage.health.migrate())).cause).to.equal(tooOld)

    const statements = written()
    expect(statements).to.have.length.greaterThan(3)
    for (const each of statements) await engine.knex.raw(each)
    const found = await right(storage.health.check(30_000))
    const later = migrationNames.slice(1)
    expect(found).to.deep.include({ pendingMigrations: later, newerMigrations: [], tooOld: undefined })
    expect(await right(storage.health.migrate())).to.deep.equal(later)
    expect((await acceptOne(storage, request))._tag).to.equal('Replayed')
    await acceptPaid(storage)
    const names: unknown = await engine.knex('knex_migrations').pluck('name')
    expect(names).to.deep.equal(migrationNames)
    expect(await engine.knex.schema.hasTable('audit_events')).to.equal(false)
  })
}

describe('A database of before the first release', () => {
  carrying('SQLite', onSqlite)
  carrying('MariaDB', onMariadb)
})
