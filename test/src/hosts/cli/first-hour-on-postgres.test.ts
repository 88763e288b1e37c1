import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { binary } from '../../servers/binaries.js'
import { runPostgresUrl } from '../../servers/postgres-database.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'

const PEOPLE =
  '--admin-email olu@example.com --admin-name Olu --second-admin-email mina@example.com --second-admin-name Mina'

describe('A new installation on PostgreSQL', () => {
  const name = `first_${randomBytes(6).toString('hex')}`
  let cwd: string
  before(async () => {
    cwd = await freshDirectory('first-hour')
  })

  /** Runs SQL with psql as a user who may create databases and users. */
  const asRoot = (sql: string, database = 'postgres'): string =>
    execFileSync(
      binary('psql'),
      ['--no-psqlrc', '--tuples-only', '--set=ON_ERROR_STOP=1', `${runPostgresUrl()}/${database}`],
      { input: sql, encoding: 'utf8' },
    )
  after(() => {
    endCommands()
    asRoot(`DROP DATABASE IF EXISTS ${name} WITH (FORCE); DROP ROLE IF EXISTS ${name};`)
  })

  const run = (command: string, input = '') => runPostrider(command.split(' '), {}, input, { cwd })

  it('runs the SQL of init twice, migrates, is set up, and runs workers', async () => {
    const { hostname, port } = new URL(runPostgresUrl())
    expect((await run(`init --storage postgres://${name}@${hostname}:${port}/${name}`)).exitCode).to.equal(0)
    const sql = await run('init sql')
    expect([sql.exitCode, sql.err]).to.deep.equal([0, ''])
    asRoot(sql.out)
    asRoot(sql.out)
    expect((await run('migrate')).exitCode).to.equal(0)
    const set = await run(
      `setup ${PEOPLE} --admin-password-file - --organization Acme --yes`,
      'seventeen green lanterns\n',
    )
    expect(set.exitCode, set.err).to.equal(0)
    expect(asRoot('SELECT COUNT(*) FROM super_admins', name).trim()).to.equal('1')
    expect((await run('doctor --deep')).out).to.match(
      /PostgreSQL \d+\.\d+ responds[^]*No problems found\.\n$/,
    )
    const serving = startPostrider(['http', '--workers', '2'], {}, '', { cwd })
    await serving.logged('all workers ready')
    const { httpPort } = await serving.logged('serving')
    const readiness = await fetch(`http://127.0.0.1:${String(httpPort)}/v1/readiness`)
    expect(readiness.status).to.equal(200)
  })
})
