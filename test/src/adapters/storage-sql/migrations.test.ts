import { expect } from 'chai'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import type { Migration } from '@postrider/storage-sql/migrations/migration'
import { MIGRATIONS, migrationNames } from '@postrider/storage-sql/migrations/source'
import { acceptOne, acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { right } from '@postrider/conformance/outcome'
import { evidenceOf } from '@postrider/conformance/storage/messaging/traces'
import { inhabit, useEverything } from './inhabited-storage.js'
import { migrateWith, onMariadb, onSqlite, type Place, useDatabases } from './empty-database.js'

const NEXT = '9001_next'

/** A migration that a later version may have. It adds to large tables, and sets values of existing rows. */
const next: Migration = {
  name: NEXT,
  oldestProgram: migrationNames.at(-1) ?? '',
  statements: ({ createTable, types }) =>
    createTable({
      name: 'notes',
      columns: `id ${types.id} NOT NULL PRIMARY KEY, note ${types.text} NOT NULL`,
    }),
  additions: (types) => [
    { kind: 'column', table: 'messages', name: 'note', definition: types.name(64) },
    { kind: 'column', table: 'outbox', name: 'weight', definition: `${types.integer} NOT NULL DEFAULT 7` },
    { kind: 'index', table: 'messages', name: 'by_note', definition: 'note, id' },
  ],
  changes: ["UPDATE messages SET note = 'earlier' WHERE note IS NULL"],
}

/**
 * InnoDB gives a table that it rebuilds another tablespace. MySQL and MariaDB name the list of tables
 * differently.
 */
const tablespaceOf = async ({ knex }: Engine): Promise<unknown> => {
  const [[list]] = (await knex.raw(
    "SHOW TABLES FROM information_schema WHERE Tables_in_information_schema IN ('INNODB_TABLES', 'INNODB_SYS_TABLES')",
  )) as [[{ readonly Tables_in_information_schema: string }]]
  return knex(`information_schema.${list.Tables_in_information_schema}`)
    .whereRaw("name = CONCAT(DATABASE(), '/messages')")
    .pluck('space')
}

const migrations = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  const migrated = async () => {
    const { url, engine } = await databases.opened(open)
    const storage = await databases.stored(url)
    expect((await right(storage.health.check(30_000))).pendingMigrations).to.deep.equal(migrationNames)
    expect(await right(storage.health.migrate())).to.deep.equal(migrationNames)
    return { engine, storage }
  }

  it(`create a database once, and keep its content when they start again: ${name}`, async () => {
    const { engine, storage } = await migrated()
    expect((await right(storage.health.check(30_000))).pendingMigrations).to.deep.equal([])
    expect(await right(storage.health.migrate())).to.deep.equal([])
    const request = await acceptPaid(storage)
    const { fingerprint } = await right(storage.installation.read())
    await engine.knex('knex_migrations').delete()
    expect(await right(storage.health.migrate())).to.deep.equal(migrationNames)
    expect((await acceptOne(storage, request))._tag).to.equal('Replayed')
    expect((await right(storage.installation.read())).fingerprint).to.deep.equal(fingerprint)
  })

  it(`that follow apply to a filled database of the previous version, which keeps working: ${name}`, async () => {
    const { engine, storage } = await migrated()
    const inhabited = await inhabit(storage)
    const before = await evidenceOf(storage, inhabited.message.messageId)
    await migrateWith(engine, [...MIGRATIONS, next])
    await engine.knex('knex_migrations').where('name', NEXT).delete()
    await migrateWith(engine, [...MIGRATIONS, next])
    expect(await evidenceOf(storage, inhabited.message.messageId)).to.deep.equal(before)
    const found = await right(storage.health.check(30_000))
    expect(found).to.deep.include({ pendingMigrations: [], newerMigrations: [NEXT], tooOld: undefined })
    await acceptPaid(storage)
    await useEverything(storage, inhabited)
    const noted: unknown = await engine.knex('messages').whereNull('note').count('* as count').first()
    expect(noted).to.deep.equal({ count: 1 })
    expect(await engine.knex('outbox').whereNot('weight', 7)).to.deep.equal([])
  })

  it(`name no channel and no kind of provider in a constraint: ${name}`, async () => {
    const { engine } = await databases.opened(open)
    const constraints: string[] = []
    for (const { statements } of MIGRATIONS)
      constraints.push(...statements(engine.dialect).filter((each) => /CHECK|ENUM/.test(each)))
    expect(constraints.length).to.be.greaterThan(5)
    for (const word of [...CHANNEL_NAMES, 'sandbox', 'smtp', 'smpp'])
      expect(
        constraints.filter((each) => each.includes(`'${word}'`)),
        word,
      ).to.deep.equal([])
  })
}

describe('Migrations', () => {
  migrations('SQLite', onSqlite)
  migrations('MariaDB', onMariadb)

  describe('on MariaDB', () => {
    const databases = useDatabases()

    it('add nullable columns without rebuilding a table of any size', async () => {
      const { url, engine } = await databases.opened(onMariadb)
      await migrateWith(engine, MIGRATIONS)
      // MySQL rebuilds a table that is empty.
      await acceptPaid(await databases.stored(url))
      const before = await tablespaceOf(engine)
      await migrateWith(engine, [...MIGRATIONS, next])
      expect(before).to.have.length(1)
      expect(await tablespaceOf(engine)).to.deep.equal(before)
    })
  })
})
