import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { createConnection } from 'mysql2/promise'
import type { Storage } from '@postrider/core/assembly/storage'
import { watchDiskSpace } from '@postrider/storage-sql/engine/disk-space'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { left, right } from '@postrider/conformance/outcome'
import { accept, aRequest, credit, payingAccountOf } from '@postrider/conformance/storage/messaging/accepting'
import { onSmallDisk } from '../../servers/small-disk.js'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'

const fillDisk = fileURLToPath(new URL('./fill-disk.js', import.meta.url))

describe('A write that failed for lack of space', () => {
  it('is reported for five seconds', () => {
    let nowMs = 0
    const room = watchDiskSpace(() => nowMs)
    expect(room.lastLack()).to.equal(undefined)
    room.lacked('full')
    nowMs = 4_999
    expect(room.lastLack()).to.equal('full')
    nowMs = 5_000
    expect(room.lastLack()).to.equal(undefined)
  })

  it('makes health fail on a full file system, and pass again when there is room: SQLite', async () => {
    const results = JSON.parse(await onSmallDisk(fillDisk)) as Record<string, Record<string, string>>
    expect(results['before']).to.deep.equal({ send: 'accepted', health: 'well' })
    expect(results['full']?.['send']).to.not.equal('accepted')
    expect(results['full']?.['health']).to.match(/^SQLITE_(FULL|IOERR)/)
    expect(results['after']).to.deep.equal({ send: 'accepted', health: 'well' })
  })

  describe('on a read-only server', () => {
    let database: TestDatabase
    let storage: Storage
    const asRoot = async (...statements: readonly string[]): Promise<void> => {
      const connection = await createConnection(database.url)
      try {
        for (const statement of statements) await connection.query(statement)
      } finally {
        await connection.end()
      }
    }
    before(async () => {
      database = await createDatabase()
      // A user with all privileges can also write to such a server.
      await asRoot(
        `CREATE USER '${database.name}'@'%' IDENTIFIED BY 'humble'`,
        `GRANT ALL ON ${database.name}.* TO '${database.name}'@'%'`,
      )
      const url = new URL(database.url)
      url.username = database.name
      url.password = 'humble'
      storage = await openStorage(url.href)
      await right(storage.health.migrate())
    })
    after(async () => {
      await asRoot('SET GLOBAL read_only = 0', `DROP USER '${database.name}'@'%'`)
      await storage.close()
      await database.drop()
    })

    it('makes health fail, with the cause', async () => {
      const request = aRequest()
      await credit(storage, payingAccountOf(request.message), 100)
      await asRoot('SET GLOBAL read_only = 1')
      expect((await left(accept(storage, [request])))._tag).to.equal('StorageUnavailable')
      expect((await left(storage.health.check())).cause).to.match(/read-only/)
    })
  })
})
