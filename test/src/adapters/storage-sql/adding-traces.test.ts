import { expect } from 'chai'
import { UNTRACED } from '@postrider/core/domain/tracing/trace-context'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { acceptPaid } from '@postrider/conformance/storage/accepting'
import { right } from '@postrider/conformance/outcome'
import { evidenceOf } from '@postrider/conformance/storage/traces'
import {
  carry,
  migrateTo,
  migrationsBefore,
  onMariadb,
  onSqlite,
  type Place,
  useDatabases,
} from './old-database.js'

const TRACING = '0016_tracing'

/** InnoDB gives a table that it makes anew another number. */
const tableNumbers = async ({ knex }: Engine): Promise<readonly number[]> => {
  const tables: unknown = await knex('information_schema.innodb_sys_tables')
    .whereRaw("name = CONCAT(DATABASE(), '/messages')")
    .pluck('table_id')
  return tables as readonly number[]
}

const adding = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  it(`leaves earlier messages without one: ${name}`, async () => {
    const [present, old] = [await databases.opened(open), await databases.opened(open)]
    const source = await databases.stored(present.url)
    await right(source.health.migrate())
    const { message } = await acceptPaid(source)
    await migrateTo(old.engine, migrationsBefore(TRACING))
    await carry(present.engine.knex, old.engine.knex)
    const storage = await databases.stored(old.url)
    await right(storage.health.migrate())
    const due = await right(
      storage.outbox.takeDue(message.lane, 9, message.acceptedAtMs, message.expiresAtMs),
    )
    expect(due.map(({ messageId, trace }) => [messageId, trace])).to.deep.equal([
      [message.messageId, UNTRACED],
    ])
    expect((await evidenceOf(storage, message.messageId))?.message).to.deep.equal({
      ...message,
      trace: UNTRACED,
    })
  })
}

const keptOnce = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  it(`are kept with the message alone, and a due one has them: ${name}`, async () => {
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

describe('The columns that messages are followed by', () => {
  adding('SQLite', onSqlite)
  adding('MariaDB', onMariadb)
  keptOnce('SQLite', onSqlite)
  keptOnce('MariaDB', onMariadb)

  describe('on MariaDB', () => {
    const databases = useDatabases()

    it('are added without making a table anew, however large it is', async () => {
      const { engine } = await databases.opened(onMariadb)
      await migrateTo(engine, migrationsBefore(TRACING))
      const before = await tableNumbers(engine)
      await migrateTo(engine, migrationsBefore(TRACING) + 1)
      expect(before).to.have.length(1)
      expect(await tableNumbers(engine)).to.deep.equal(before)
    })
  })
})
