import { expect } from 'chai'
import { join } from 'node:path'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'

const FUTURE = '9001_of_a_newer_program'

describe('postrider on a database that a newer version has migrated', () => {
  let settings: Readonly<Record<string, string>>
  let dataDir: string

  /**
   * A database with a migration that this version doesn't know, and the recorded oldest compatible version.
   */
  const migratedFor = async (oldestProgram: string): Promise<void> => {
    const engine = sqliteEngine(`sqlite:${join(dataDir, 'postrider.db')}`)
    try {
      await engine.knex('knex_migrations').insert({ name: FUTURE, batch: 2 })
      await engine.knex('migrations_beside').insert({ name: FUTURE, oldest_program: oldestProgram })
    } finally {
      await engine.close()
    }
  }

  beforeEach(async () => {
    dataDir = await freshDirectory('newer')
    settings = { POSTRIDER_DATA_DIR: dataDir }
    expect((await runPostrider(['migrate'], settings)).exitCode).to.equal(0)
  })
  afterEach(endCommands)

  it('runs if the schema is compatible, and has nothing to migrate', async () => {
    await migratedFor('0001_first_release')
    const migrated = await runPostrider(['migrate'], settings)
    expect(migrated).to.deep.include({ exitCode: 0, err: '' })
    expect(migrated.out).to.include(
      'the database is newer than this program, and this program can still run with it',
    )
    expect((await runPostrider(['doctor'], settings)).out).to.match(/ok +migrations +all have run; .*9001/)
    const started = startPostrider(['start'], settings)
    expect((await started.logged('database connected'))['database']).to.match(/^SQLite 3\./)
    await started.logged('serving')
    started.process.kill('SIGTERM')
    expect(await started.exitCode).to.equal(0)
  })

  it('prints one line with the required version if it is too old', async () => {
    await migratedFor('9000_the_one_before')
    for (const command of ['start', 'http', 'dispatcher', 'migrate']) {
      const { exitCode, err } = await runPostrider([command], settings)
      expect(exitCode, command).to.equal(1)
      expect(err.trim().split('\n'), command).to.have.length(1)
      expect(err, command).to.include('requires a Postrider that knows 9000_the_one_before.')
    }
    expect((await runPostrider(['doctor'], settings)).out).to.match(
      /wrong +migrations +the database has 9001/,
    )
    expect((await runPostrider(['ledger', 'verify'], settings)).err).to.include('9000_the_one_before')
  })
})
