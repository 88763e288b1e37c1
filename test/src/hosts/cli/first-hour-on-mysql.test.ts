import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider } from './run-postrider.js'

const serverUrl = (): URL => {
  const url = process.env['POSTRIDER_TEST_MYSQL_URL']
  if (url === undefined || url === '') throw new Error('POSTRIDER_TEST_MYSQL_URL is not set: run `npm test`')
  return new URL(url)
}

const PEOPLE =
  '--admin-email olu@example.com --admin-name Olu --second-admin-email mina@example.com --second-admin-name Mina'

describe('A new installation on MariaDB', () => {
  const name = `first_${randomBytes(6).toString('hex')}`
  let cwd: string
  before(async () => {
    cwd = await freshDirectory('first-hour')
  })

  /** Runs SQL as a user who may create databases and users. */
  const asRoot = async (sql: string): Promise<unknown> => {
    const connection = await createConnection({ uri: serverUrl().href, multipleStatements: true })
    try {
      return (await connection.query<RowDataPacket[]>(sql))[0]
    } finally {
      await connection.end()
    }
  }
  after(async () => {
    endCommands()
    const users = ['localhost', '127.0.0.1', '::1'].map((host) => `'${name}'@'${host}'`)
    await asRoot(`DROP DATABASE IF EXISTS ${name}; DROP USER IF EXISTS ${users.join(', ')}`)
  })

  const run = (command: string, input = '') => runPostrider(command.split(' '), {}, input, { cwd })
  const setUp = () =>
    run(`setup ${PEOPLE} --admin-password-file - --organization Acme --yes`, 'seventeen green lanterns\n')

  it('runs the SQL of init twice, migrates, and is set up', async () => {
    const { hostname, port } = serverUrl()
    expect((await run(`init --storage mysql://${name}@${hostname}:${port}/${name}`)).exitCode).to.equal(0)
    const sql = await run('init sql')
    expect([sql.exitCode, sql.err]).to.deep.equal([0, ''])
    await asRoot(sql.out)
    await asRoot(sql.out)
    const early = await setUp()
    expect([early.exitCode, early.out]).to.deep.equal([1, ''])
    expect(early.err).to.match(/^the database is not migrated \([^\n]*\): run postrider migrate\n$/)
    expect((await run('migrate')).exitCode).to.equal(0)
    const set = await setUp()
    expect(set.exitCode, set.err).to.equal(0)
    expect(set.err).to.include(`mysql://${hostname}:${port}/${name}\n`)
    const [counted] = (await asRoot(`SELECT COUNT(*) AS admins FROM ${name}.super_admins`)) as RowDataPacket[]
    expect(counted).to.deep.equal({ admins: 1 })
    const again = await setUp()
    expect([again.exitCode, again.out]).to.deep.equal([1, ''])
    expect(again.err).to.match(/^This installation is already set up\. [^\n]*\n$/)
    expect((await run('doctor --deep')).out).to.match(/No problems found\.\n$/)
  })
})
