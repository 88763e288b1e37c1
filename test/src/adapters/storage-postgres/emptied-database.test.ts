import { expect } from 'chai'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { right } from '@postrider/conformance/outcome'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { readClean } from './emptied-database.js'
import { migratedPostgres } from './open-postgres.js'

describe('A migrated PostgreSQL database for a test', () => {
  it('has no pending migration, and is restored for the next test', async () => {
    const first = await migratedPostgres()
    const before = await readClean(first.url)
    const storage = await openPostgresStorage(first.url)
    expect(await right(storage.health.migrate())).to.deep.equal([])
    await acceptPaid(storage)
    expect(await readClean(first.url)).not.to.deep.equal(before)
    await storage.close()
    await first.drop()
    const second = await migratedPostgres()
    expect(second.url).to.equal(first.url)
    expect(await readClean(second.url)).to.deep.equal(before)
    await second.drop()
  })
})
