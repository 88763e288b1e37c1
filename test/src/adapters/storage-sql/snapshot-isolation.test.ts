import { expect } from 'chai'
import { createConnection } from 'mysql2/promise'
import type { Storage } from '@postrider/core/assembly/storage'
import { unwatched } from '@postrider/storage-sql/engine/watch'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { endMessages } from '@postrider/conformance/storage/messaging/settling'
import { startMariadb } from '../../servers/mariadb.js'
import type { MysqlServer } from '../../servers/mysql-server.js'
import { createDatabase } from '../../servers/test-database.js'

const HELD_MS = 300

describe('MariaDB with innodb_snapshot_isolation, the default from 11.6 on,', () => {
  let server: MysqlServer
  let storage: Storage
  let url: string
  const repeated: string[] = []
  before(async () => {
    server = await startMariadb()
    url = (await createDatabase(server.url)).url
    const admin = await createConnection(server.url)
    await admin.query('SET GLOBAL innodb_snapshot_isolation = ON')
    await admin.end()
    storage = await openStorage(url, { watch: { ...unwatched, repeated: (cause) => repeated.push(cause) } })
    await right(storage.health.migrate())
  })
  after(async () => {
    await storage.close()
    await server.stop()
  })

  it('settles messages at the first attempt though their account has changed while its row was waited for', async () => {
    const { message } = await acceptPaid(storage)
    const other = await createConnection(url)
    await other.query('BEGIN')
    await other.query('UPDATE accounts SET posted = posted + 1')
    const settled = right(endMessages(storage, [message.messageId], 'settlement', NOW_MS))
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
    await other.query('COMMIT')
    await other.end()
    expect(await settled).to.deep.equal([message.messageId])
    expect(repeated).to.deep.equal([])
  })
})
