import { expect } from 'chai'
import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { searchKeyOf } from '@postrider/core/messaging/use-cases/search/index-recipients'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { secretPorts } from '../../builders/secret-ports.js'
import { createDatabase } from '../../servers/test-database.js'
import { endCommands, startPostrider } from './run-postrider.js'

describe('A console without a dispatcher', () => {
  afterEach(endCommands)

  it('numbers and counts the changes that it shows, and finds messages by recipient', async () => {
    const database = await createDatabase()
    const storage = await openStorage(database.url)
    await right(storage.health.migrate())
    const masterKey = newMasterKey()
    const { keyedDigests } = secretPorts(new Map(), { current: parseMasterKey(masterKey) })
    const console = startPostrider(['console'], {
      POSTRIDER_STORAGE_URL: database.url,
      POSTRIDER_QUEUE_URL: process.env['POSTRIDER_TEST_AMQP_URL'] ?? '',
      POSTRIDER_MASTER_KEY: masterKey,
      POSTRIDER_CONSOLE_PORT: '0',
    })
    await console.logged('serving')
    const { message } = await acceptPaid(storage)
    await eventually('numbered', async () => (await right(storage.feed.head())).seq > 0)
    const all = { step: 'hour' as const, organizationId: message.organizationId, fromMs: 0, toMs: 2 ** 45 }
    await eventually('counted', async () => (await right(storage.flow.read(all))).entries.length > 0)
    const { digestOf } = searchKeyOf({ keyedDigests }, keyedDigests.own)
    const found = async () => {
      const { value } = await right(storage.search.status())
      const recipients = value.generations.map(({ generation }) => ({
        generation,
        digest: digestOf(message.to),
      }))
      return (await right(storage.search.byRecipient(recipients, { before: undefined, limit: 1 }))).value
    }
    await eventually('found', async () =>
      (await found()).some(({ messageId }) => messageId === message.messageId),
    )
    console.process.kill('SIGTERM')
    expect(await console.exitCode).to.equal(0)
    await storage.close()
    await database.drop()
  })
})
