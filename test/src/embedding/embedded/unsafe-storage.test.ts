import { randomBytes } from 'node:crypto'
import { openPostrider } from '@postrider/embedded'
import { EmbeddedError } from '@postrider/embedded/embedded-error'
import { expect } from 'chai'
import { createConnection, type Connection } from 'mysql2/promise'
import { freshDirectory } from '../../servers/run-directory.js'
import type { MysqlServer } from '../../servers/mysql-server.js'
import { startMariadb } from '../../servers/mariadb.js'

describe('Postrider inside a program, on a database that can lose writes,', () => {
  let server: MysqlServer
  let connection: Connection
  const createDatabase = async (name: string): Promise<string> => {
    await connection.query(`CREATE DATABASE ${name}`)
    return `${server.url}/${name}`
  }
  let url: string
  // A server of its own, because others on the run's server would refuse to start meanwhile.
  before(async () => {
    server = await startMariadb()
    connection = await createConnection(server.url)
    await connection.query('SET GLOBAL innodb_flush_log_at_trx_commit = 2')
    url = await createDatabase('unsafe')
  })
  after(async () => {
    await connection.end()
    await server.stop()
  })

  const lines: string[] = []
  const options = async () => ({
    dataDir: await freshDirectory('embedded'),
    storage: url,
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
    const given = { ...(await options()), storage: await createDatabase('allowed'), allowUnsafeStorage: true }
    const postrider = await openPostrider(given)
    await postrider.start()
    await postrider.close()
    const warnings = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(warnings.find(({ msg }) => msg === 'unsafe storage')).to.include({
      level: 'warn',
      losesWrites: true,
      fix: 'Set innodb_flush_log_at_trx_commit=1.',
    })
  })
})
