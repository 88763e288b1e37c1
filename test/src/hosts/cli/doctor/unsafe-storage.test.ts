import { newMasterKey } from '@postrider/node/auth/master-key'
import { eventually } from '@postrider/conformance/eventually'
import { expect } from 'chai'
import { createConnection } from 'mysql2/promise'
import { startMariadb } from '../../../servers/mariadb.js'
import type { MysqlServer } from '../../../servers/mysql-server.js'
import { createPostgresDatabase } from '../../../servers/postgres-database.js'
import { startPostgres, type Postgres } from '../../../servers/postgres.js'
import { freshDirectory } from '../../../servers/run-directory.js'
import { createDatabase } from '../../../servers/test-database.js'
import { endCommands, runPostrider, startPostrider } from '../run-postrider.js'

type Settings = Readonly<Record<string, string>>

const ALLOWED = { POSTRIDER_ALLOW_UNSAFE_STORAGE: '1' }

/** A migrated installation whose database has this address. */
const migrated = async (url: string): Promise<Settings> => {
  const settings = {
    POSTRIDER_STORAGE_URL: url,
    POSTRIDER_MASTER_KEY: newMasterKey(),
    POSTRIDER_DATA_DIR: await freshDirectory('data'),
  }
  expect(await runPostrider(['migrate'], settings)).to.include({ exitCode: 0, err: '' })
  return settings
}

/** The doctor's lines about durability with their advice, without the padding between columns. */
const examined = async (
  settings: Settings,
): Promise<{ exitCode: number | null; lines: readonly string[] }> => {
  const { exitCode, out } = await runPostrider(['doctor'], settings)
  const found = [...out.matchAll(/^(\w+ +durability .*)\n(?: {19}(\S.*)\n)?/gm)]
  const lines = found.map(([, line = '', fix]) => [line.replace(/ +/g, ' '), fix].join(' | '))
  return { exitCode, lines: [...lines, out.trimEnd().split('\n').at(-1) ?? ''] }
}

/** The same installation with the replica's address after the server's. */
const listing = (settings: Settings, server: { port: number }, replica: { port: number }): Settings => {
  const { POSTRIDER_STORAGE_URL: url = '', ...others } = settings
  const list = `:${server.port},127.0.0.1:${replica.port}/`
  return { ...others, POSTRIDER_STORAGE_URL: url.replace(`:${server.port}/`, list) }
}

const run = async (url: string, text: string): Promise<void> => {
  const connection = await createConnection({ uri: url, multipleStatements: true })
  try {
    await connection.query(text)
  } finally {
    await connection.end()
  }
}

const readinessOf = async (httpPort: unknown): Promise<readonly unknown[]> => {
  const answer = await fetch(`http://127.0.0.1:${Number(httpPort)}/v1/readiness`)
  const { checks } = (await answer.json()) as { checks: Array<{ name: string; status: string }> }
  return [answer.status, checks.find(({ name }) => name === 'durability')?.status]
}

describe('Unsafe storage', () => {
  afterEach(endCommands)

  describe('on MariaDB', () => {
    const FLUSH = 'innodb_flush_log_at_trx_commit is 2, so a power cut loses acknowledged writes'
    let server: MysqlServer
    let settings: Settings
    before(async () => {
      server = await startMariadb({ args: ['--log-bin=log', '--sync-binlog=1', '--server-id=1'] })
      settings = await migrated((await createDatabase(server.url)).url)
    })
    after(() => server.stop())
    afterEach(() => run(server.url, 'SET GLOBAL innodb_flush_log_at_trx_commit=1'))

    it('is refused if a power loss would lose acknowledged writes, and used with a warning if allowed', async () => {
      await run(server.url, 'SET GLOBAL innodb_flush_log_at_trx_commit=2')
      const fix = 'Set innodb_flush_log_at_trx_commit=1.'
      expect(await examined(settings)).to.deep.equal({
        exitCode: 1,
        lines: [`wrong durability ${FLUSH} | ${fix}`, '1 problem found.'],
      })
      expect(await examined({ ...settings, ...ALLOWED })).to.deep.equal({
        exitCode: 0,
        lines: [
          `warn durability ${FLUSH} (allowed by POSTRIDER_ALLOW_UNSAFE_STORAGE) | ${fix}`,
          'No problems found. 1 warning.',
        ],
      })
    })

    it('prevents readiness or start-up, and is logged as a warning if allowed', async () => {
      await run(server.url, 'SET GLOBAL innodb_flush_log_at_trx_commit=2')
      const refused = startPostrider(['http'], settings)
      const { httpPort } = await refused.logged('serving')
      expect(await readinessOf(httpPort)).to.deep.equal([503, 'fail'])
      const sentence = `the database can lose acknowledged writes: ${FLUSH}. Set innodb_flush_log_at_trx_commit=1.`
      await refused.logged(`not ready: ${sentence}`)
      const dispatcher = await runPostrider(['dispatcher'], settings)
      expect([dispatcher.exitCode, dispatcher.err]).to.deep.equal([
        1,
        `postrider cannot start: ${sentence}\n`,
      ])
      const allowed = startPostrider(['start'], { ...settings, ...ALLOWED })
      const serving = await allowed.logged('serving')
      expect(await readinessOf(serving['httpPort'])).to.deep.equal([200, 'warn'])
      expect(await allowed.logged('unsafe storage')).to.include({
        level: 'warn',
        problem: FLUSH,
        fix: 'Set innodb_flush_log_at_trx_commit=1.',
        losesWrites: true,
      })
    })

    it('is refused if a table has no transactions', async () => {
      const database = await createDatabase(server.url)
      const own = await migrated(database.url)
      await run(database.url, 'ALTER TABLE queue_jobs ENGINE=MyISAM')
      const problem = 'tables outside InnoDB have no transactions: queue_jobs (MyISAM)'
      const fix = 'Run: ALTER TABLE queue_jobs ENGINE=InnoDB;'
      expect(await examined(own)).to.deep.equal({
        exitCode: 1,
        lines: [`wrong durability ${problem} | ${fix}`, '1 problem found.'],
      })
      expect((await examined({ ...own, ...ALLOWED })).exitCode).to.equal(0)
      await run(database.url, 'ALTER TABLE queue_jobs ENGINE=InnoDB')
      expect((await examined(own)).lines).to.include(
        'ok durability an acknowledged write survives a power cut | ',
      )
    })

    it('causes a warning for an asynchronous replica, and is refused if the address lists the replica', async () => {
      const replica = await startMariadb({ args: ['--log-bin=log', '--server-id=2', '--read-only=1'] })
      try {
        const source = `MASTER_HOST='127.0.0.1', MASTER_PORT=${server.port}, MASTER_USER='root'`
        await run(replica.url, `CHANGE MASTER TO ${source}, MASTER_USE_GTID=slave_pos; START SLAVE`)
        await eventually('the replica is seen', async () =>
          (await examined(settings)).lines.some((line) => line.includes('asynchronous')),
        )
        const { exitCode, lines } = await examined(settings)
        expect(exitCode).to.equal(0)
        expect(lines).to.have.length(2)
        expect(lines[0]).to.match(
          /^warn durability replication to 1 replica is asynchronous, .* \| Set rpl_semi_sync_master_enabled=ON/,
        )
        expect(lines[1]).to.equal('No problems found. 1 warning.')
        const both = listing(settings, server, replica)
        const refused = await examined(both)
        expect(refused.exitCode).to.equal(1)
        expect(refused.lines[0]).to.match(
          /^wrong durability replication to 1 replica is asynchronous, .* Otherwise list one server in POSTRIDER_STORAGE_URL/,
        )
        expect((await examined({ ...both, ...ALLOWED })).exitCode).to.equal(0)
      } finally {
        await replica.stop()
      }
    })
  })

  describe('on PostgreSQL', () => {
    let primary: Postgres
    let settings: Settings
    before(async () => {
      primary = await startPostgres()
      settings = await migrated((await createPostgresDatabase({ serverUrl: primary.url })).url)
    })
    after(() => primary.stop())

    it('is refused if files are not flushed, and used with a warning if allowed', async () => {
      await primary.restart(['-c', 'fsync=off'])
      const problem = 'fsync is off, so a power cut destroys the database'
      expect(await examined(settings)).to.deep.equal({
        exitCode: 1,
        lines: [`wrong durability ${problem} | Set fsync=on.`, '1 problem found.'],
      })
      expect(await examined({ ...settings, ...ALLOWED })).to.deep.equal({
        exitCode: 0,
        lines: [
          `warn durability ${problem} (allowed by POSTRIDER_ALLOW_UNSAFE_STORAGE) | Set fsync=on.`,
          'No problems found. 1 warning.',
        ],
      })
      await primary.restart([])
    })

    it('causes a warning for an asynchronous standby, and is refused if the address lists the standby', async () => {
      const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
      const standby = await startPostgres({
        fill: async (data) => {
          await primary.run('pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast'])
        },
      })
      try {
        const isSeen = async (): Promise<boolean> =>
          (await examined(settings)).lines.some((line) => line.includes('asynchronous'))
        await eventually('the standby is seen', isSeen)
        const { exitCode, lines } = await examined(settings)
        expect(exitCode).to.equal(0)
        expect(lines[0]).to.match(
          /^warn durability replication to 1 standby is asynchronous, .* \| Set synchronous_standby_names, /,
        )
        expect(lines[1]).to.equal('No problems found. 1 warning.')
        const both = listing(settings, primary, standby)
        const refused = await examined(both)
        expect(refused.exitCode).to.equal(1)
        expect(refused.lines[0]).to.match(/^wrong durability replication to 1 standby is asynchronous, /)
        expect((await examined({ ...both, ...ALLOWED })).exitCode).to.equal(0)
      } finally {
        await standby.stop()
      }
    })
  })
})
