import { expect } from 'chai'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { EMPTY_TALLY } from '@postrider/core/domain/ledger/replay'
import type { Message } from '@postrider/core/domain/messages/message'
import type { Checkpoint } from '@postrider/core/ports/storage/ledger-storage'
import type { Storage } from '@postrider/core/ports/storage/storage'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { catalogTables } from '@postrider/storage-sql/migrations/catalog-tables'
import { sqliteTypes } from '@postrider/storage-sql/migrations/dialect'
import { messageTables } from '@postrider/storage-sql/migrations/message-tables'
import { moneyTables } from '@postrider/storage-sql/migrations/money-tables'
import { migrationNames, migrationSource } from '@postrider/storage-sql/migrations/source'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { NOW_MS } from '../../builders/fresh.js'
import { acceptOne, acceptPaid, payerOf } from '../../conformance/storage/accepting.js'
import { right } from '../../conformance/outcome.js'
import { record, sharing } from '../../conformance/storage/unit-work.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'

interface Place {
  readonly url: string
  readonly engine: Engine
  remove(): Promise<void>
}

const onSqlite = async (): Promise<Place> => {
  const directory = await freshDirectory('migrations')
  const url = `sqlite:${join(directory, 'postrider.db')}`
  return { url, engine: sqliteEngine(url), remove: () => rm(directory, { recursive: true, force: true }) }
}

const onMariadb = async (): Promise<Place> => {
  const { url, drop } = await createDatabase()
  return { url, engine: mysqlEngine(url, {}), remove: drop }
}

/** Tables of the first release. */
const FOUNDATION = [catalogTables, moneyTables, messageTables]
  .flatMap((tables) => tables(sqliteTypes))
  .map(({ name }) => name)

const aCheckpoint = (message: Message): Checkpoint => ({
  ...payerOf(message),
  ...EMPTY_TALLY,
  status: 'drift',
  checkedAtMs: NOW_MS,
  finding: 'event 1 is missing at the end',
  walk: EMPTY_TALLY,
  walkedAtMs: NOW_MS,
})

/** Makes the database that the first release would have made. */
const migrateToFoundation = (engine: Engine): Promise<unknown> => {
  const source = migrationSource(engine.name)
  const first = { ...source, getMigrations: async () => (await source.getMigrations([])).slice(0, 1) }
  return engine.migrating((knex) =>
    knex.migrate.latest({ migrationSource: first, disableTransactions: true }),
  )
}

/** Carries rows over, as far as the other database has columns for them. */
const carry = async (from: Knex, to: Knex): Promise<void> => {
  for (const table of FOUNDATION) {
    const columns = await to(table).columnInfo()
    const rows = await from(table).select<Record<string, unknown>[]>(Object.keys(columns))
    await to(table).delete()
    for (const row of rows)
      await to(table).insert(
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, bound(to, columns[name], value)]),
        ),
      )
  }
}

// SQLite's thread answers bytes as hexadecimal digits, and takes none but as a literal.
const bound = (to: Knex, column: Knex.ColumnInfo | undefined, value: unknown): unknown =>
  column?.type === 'blob' && typeof value === 'string' ? to.raw(`X'${value}'`) : value

const migrations = (name: string, open: () => Promise<Place>): void => {
  const undo: (() => Promise<unknown>)[] = []
  const opened = async (): Promise<Place> => {
    const place = await open()
    undo.push(place.remove, () => place.engine.close())
    return place
  }
  const stored = async (url: string): Promise<Storage> => {
    const storage = await openStorage(url)
    undo.push(() => storage.close())
    return storage
  }

  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  it(`bring a database of the first release up to date, with all that it holds: ${name}`, async () => {
    const [present, old] = [await opened(), await opened()]
    const source = await stored(present.url)
    await right(source.health.migrate())
    const tenant = aTenant()
    await right(source.catalog.save(recordsOf(tenant)))
    const request = await acceptPaid(source)
    const { message } = request
    const checkpoint = aCheckpoint(message)
    await right(source.ledger.saveCheckpoint(checkpoint, undefined))
    await migrateToFoundation(old.engine)
    await carry(present.engine.knex, old.engine.knex)

    const storage = await stored(old.url)
    expect((await right(storage.health.check())).pendingMigrations).to.deep.equal(migrationNames.slice(1))
    expect(await right(storage.health.migrate())).to.deep.equal(migrationNames.slice(1))
    expect((await right(storage.health.check())).pendingMigrations).to.deep.equal([])
    expect(await right(storage.health.migrate())).to.deep.equal([])

    const scope = { organizationId: message.organizationId, appId: message.appId }
    const ask = [{ scope, messageId: message.messageId }]
    expect((await right(storage.projections.messages(ask))).value).to.deep.equal([
      { ...message, environment: undefined },
    ])
    expect((await acceptOne(storage, request))._tag).to.equal('Replayed')
    const standing = await right(storage.ledger.standing(payerOf(message)))
    expect(standing.checkpoint).to.deep.equal({ ...checkpoint, walk: undefined, walkedAtMs: undefined })
    await acceptPaid(storage)
    await sharing({ storage }, (unit) => record(unit, anAuditEvent()))
    const { app, credential } = tenant
    const issued = await right(storage.tenancy.credentials(app.organizationId, undefined, undefined, 9))
    expect(issued.value).to.deep.equal([{ credential, lastUsedAtMs: undefined }])
    expect((await right(storage.catalog.app(app.appId)))?.app).to.deep.equal({
      ...app,
      legacySenderId: undefined,
    })
  })
}

describe('Migrations', () => {
  migrations('SQLite', onSqlite)
  migrations('MariaDB', onMariadb)
})
