import { expect } from 'chai'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { right } from '@postrider/conformance/outcome'
import { onMariadb, onSqlite, type Place, useDatabases } from './empty-database.js'

const kept = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  it(`is stored only with the message, and due messages have it: ${name}`, async () => {
    const { url, engine } = await databases.opened(open)
    const storage = await databases.stored(url)
    await right(storage.health.migrate())
    const listed = Object.keys(await engine.knex('outbox').columnInfo())
    expect(listed).to.include('message_id').and.not.include('request_id').and.not.include('traceparent')
    const { message } = await acceptPaid(storage, { trace: aTrace() })
    const due = await right(
      storage.outbox.takeDue(message.lane, 9, message.acceptedAtMs, message.expiresAtMs),
    )
    expect(due.map(({ messageId, trace }) => [messageId, trace])).to.deep.equal([
      [message.messageId, message.trace],
    ])
  })
}

describe('The trace of a message', () => {
  kept('SQLite', onSqlite)
  kept('MariaDB', onMariadb)
})
