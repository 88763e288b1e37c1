import { expect } from 'chai'
import { EMPTY_TALLY } from '@postrider/core/domain/ledger/replay'
import type { Message } from '@postrider/core/domain/messages/message'
import type { Checkpoint } from '@postrider/core/ports/storage/ledger-storage'
import { UNTRACED } from '@postrider/core/domain/tracing/trace-context'
import { migrationNames } from '@postrider/storage-sql/migrations/source'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { anAuditEvent } from '@postrider/conformance/builders/an-audit-event'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { acceptOne, acceptPaid, payerOf } from '@postrider/conformance/storage/accepting'
import { right } from '@postrider/conformance/outcome'
import { record, sharing } from '@postrider/conformance/storage/unit-work'
import { carry, migrateTo, onMariadb, onSqlite, type Place, useDatabases } from './old-database.js'

const aCheckpoint = (message: Message): Checkpoint => ({
  ...payerOf(message),
  ...EMPTY_TALLY,
  status: 'drift',
  checkedAtMs: NOW_MS,
  finding: 'event 1 is missing at the end',
  walk: EMPTY_TALLY,
  walkedAtMs: NOW_MS,
})

const migrations = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  it(`bring a database of the first release up to date, with all that it holds: ${name}`, async () => {
    const [present, old] = [await databases.opened(open), await databases.opened(open)]
    const source = await databases.stored(present.url)
    await right(source.health.migrate())
    const tenant = aTenant()
    await right(source.catalog.save(recordsOf(tenant)))
    const request = await acceptPaid(source)
    const { message } = request
    const checkpoint = aCheckpoint(message)
    await right(source.ledger.saveCheckpoint(checkpoint, undefined))
    await migrateTo(old.engine, 1)
    await carry(present.engine.knex, old.engine.knex)

    const storage = await databases.stored(old.url)
    expect((await right(storage.health.check())).pendingMigrations).to.deep.equal(migrationNames.slice(1))
    expect(await right(storage.health.migrate())).to.deep.equal(migrationNames.slice(1))
    expect((await right(storage.health.check())).pendingMigrations).to.deep.equal([])
    expect(await right(storage.health.migrate())).to.deep.equal([])

    const scope = { organizationId: message.organizationId, appId: message.appId }
    const ask = [{ scope, messageId: message.messageId }]
    expect((await right(storage.projections.messages(ask))).value).to.deep.equal([
      { ...message, environment: undefined, trace: UNTRACED },
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
