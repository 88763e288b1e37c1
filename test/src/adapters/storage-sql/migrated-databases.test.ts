import { expect } from 'chai'
import { onMariadb, onSqlite, useDatabases } from './empty-database.js'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { right } from '@postrider/conformance/outcome'
import { createConnection } from 'mysql2/promise'

const TABLES = `
  SELECT table_name, auto_increment FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name`

/** The whole content of the database, and the next numbers of its tables. */
const contentsOf = async (url: string): Promise<unknown> => {
  const connection = await createConnection({ uri: url, rowsAsArray: true })
  try {
    const [tables] = await connection.query(TABLES)
    const contents: unknown[] = []
    for (const [name, next] of tables as string[][]) {
      const [rows] = await connection.query(`SELECT * FROM ${name ?? ''}`)
      contents.push({ name, next, rows })
    }
    return contents
  } finally {
    await connection.end()
  }
}

describe('A migrated database for a test', () => {
  const databases = useDatabases()

  it('has no pending migration, and is empty', async () => {
    for (const open of [onSqlite, onMariadb]) {
      const { url } = await databases.opened(() => open('made'))
      const storage = await databases.stored(url)
      expect(await right(storage.health.migrate())).to.deep.equal([])
      expect((await right(storage.health.check())).pendingMigrations).to.deep.equal([])
    }
  })

  it('of MariaDB is restored for the next test', async () => {
    const first = await onMariadb('made')
    const before = await contentsOf(first.url)
    const storage = await databases.stored(first.url)
    await acceptPaid(storage)
    expect(await contentsOf(first.url)).not.to.deep.equal(before)
    await first.engine.close()
    await first.remove()
    const second = await databases.opened(() => onMariadb('made'))
    expect(second.url).to.equal(first.url)
    expect(await contentsOf(second.url)).to.deep.equal(before)
  })
})
