import { randomBytes } from 'node:crypto'
import { openPostrider } from '@postrider/embedded'
import { EmbeddedError } from '@postrider/embedded/embedded-error'
import { expect } from 'chai'
import { createConnection, type Connection } from 'mysql2/promise'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'

describe('Postrider inside a program, on a database that can lose writes', function () {
  this.timeout(60_000)
  let database: TestDatabase
  let connection: Connection
  before(async () => {
    database = await createDatabase()
    connection = await createConnection(database.url)
    await connection.query('SET GLOBAL innodb_flush_log_at_trx_commit = 2')
  })
  after(async () => {
    await connection.query('SET GLOBAL innodb_flush_log_at_trx_commit = 1')
    await connection.end()
    await database.drop()
  })

  const lines: string[] = []
  const options = async () => ({
    dataDir: await freshDirectory('embedded'),
    storage: database.url,
    masterKey: randomBytes(32).toString('base64'),
    log: { write: (line: string) => void lines.push(line) },
  })

  it('names the setting and does not start', async () => {
    const postrider = await openPostrider(await options())
    const error = await postrider.start().then(
      () => undefined,
      (cause: unknown) => cause,
    )
    await postrider.close()
    expect(error).to.be.instanceOf(EmbeddedError)
    expect((error as EmbeddedError).code).to.equal('not_ready')
    expect((error as EmbeddedError).message).to.include('Set innodb_flush_log_at_trx_commit=1.')
  })

  it('starts with a warning in its log if that is allowed', async () => {
    const empty = await createDatabase()
    const given = { ...(await options()), storage: empty.url, allowUnsafeStorage: true }
    const postrider = await openPostrider(given)
    await postrider.start()
    await postrider.close()
    await empty.drop()
    const warnings = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(warnings.find(({ msg }) => msg === 'unsafe storage')).to.include({
      level: 'warn',
      losesWrites: true,
      fix: 'Set innodb_flush_log_at_trx_commit=1.',
    })
  })
})
