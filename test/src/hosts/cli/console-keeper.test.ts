import { expect } from 'chai'
import { newMasterKey } from '@postrider/auth-node/master-key'
import { acceptPaid } from '@postrider/conformance/storage/accepting'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { createDatabase } from '../../servers/test-database.js'
import { endCommands, startPostrider } from './run-postrider.js'

describe('A console without a dispatcher', function () {
  this.timeout(60_000)
  afterEach(endCommands)

  it('numbers the changes that it shows', async () => {
    const database = await createDatabase()
    const storage = await openStorage(database.url)
    await right(storage.health.migrate())
    const console = startPostrider(['console'], {
      POSTRIDER_STORAGE_URL: database.url,
      POSTRIDER_QUEUE_URL: process.env['POSTRIDER_TEST_AMQP_URL'] ?? '',
      POSTRIDER_MASTER_KEY: newMasterKey(),
      POSTRIDER_CONSOLE_PORT: '0',
    })
    await console.logged('serving')
    await acceptPaid(storage)
    await eventually('numbered', async () => (await right(storage.feed.head())).seq > 0)
    console.process.kill('SIGTERM')
    expect(await console.exitCode).to.equal(0)
    await storage.close()
    await database.drop()
  })
})
