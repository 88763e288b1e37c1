import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { right } from '@postrider/conformance/outcome'
import { freshDirectory } from '../../servers/run-directory.js'
import { binary } from '../../servers/binaries.js'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import { createDatabase } from '../../servers/test-database.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'
import { superAdminCodes, typed } from './super-admin-codes.js'

const PAGE = fileURLToPath(new URL('../../../../docs/backup-and-restore.md', import.meta.url))
const PASSWORD = 'long and quiet nights'

/** The page's commands in order, each split into words. */
const commandsOf = async (): Promise<readonly (readonly string[])[]> => {
  const blocks = (await readFile(PAGE, 'utf8')).matchAll(/```sh\n(.*?)```/gs)
  const lines = [...blocks].flatMap(([, block = '']) => block.trim().split('\n'))
  return lines.map((line) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
  )
}

describe('The backup and restore page', () => {
  afterEach(endCommands)

  it('has working commands for SQLite', async () => {
    const dataDir = await freshDirectory('restored')
    const settings = { POSTRIDER_DATA_DIR: dataDir }
    await runPostrider(['migrate'], settings)
    const codes = superAdminCodes(settings, 'olu@example.com', PASSWORD)
    await codes.next()
    const copy = join(dataDir, 'backup.db')
    const heads = join(dataDir, 'ledger.heads')
    const done: string[] = []
    for (const [program, ...args] of await commandsOf()) {
      expect(program).to.equal('postrider')
      const words = args.map((word) => (word === 'backup.db' ? copy : word === 'ledger.heads' ? heads : word))
      if (words.includes('backup.sql')) continue
      if (words[1] === 'begin') {
        // The copy is already held. The test restores it and repeats the hold manually, which must be
        // harmless.
        for (const rest of ['-wal', '-shm']) await rm(join(dataDir, `postrider.db${rest}`), { force: true })
        await copyFile(copy, join(dataDir, 'postrider.db'))
      }
      const isPersons = words[0] === 'restore' && words[1] !== 'begin'
      const { email, code } = isPersons ? await codes.next() : { email: '', code: '' }
      const input = isPersons ? typed(PASSWORD, code, 'yes') : typed('yes')
      const signed = isPersons ? [...words, '--as', email] : words
      const { exitCode, out, err } = await runPostrider(signed, settings, input)
      expect(exitCode, `${words.join(' ')}: ${out}${err}`).to.equal(0)
      done.push(words.slice(0, 2).join(' '))
      if (words[1] === 'heads') await writeFile(heads, out)
      if (words[1] === 'show') expect(out).to.match(/^On hold since .*: backup\.$/m)
      if (words[1] === 'end') expect(out).to.match(/^Released at /m)
    }
    expect(done).to.include.members([`backup ${copy}`, 'restore begin', 'restore release', 'restore end'])
    const { httpPort } = await startPostrider(['start'], settings).logged('serving')
    const readiness = await fetch(`http://127.0.0.1:${String(httpPort)}/v1/readiness`)
    expect(readiness.status).to.equal(200)
    const again = await runPostrider(['backup', copy], settings)
    expect(again.exitCode).to.equal(1)
    expect(again.err).to.match(/already exists\. A backup never overwrites a file\.\n$/)
  })

  it('has PostgreSQL commands that mark the copy as held', async () => {
    const [from, to] = [await createPostgresDatabase(), await createPostgresDatabase()]
    const directory = await freshDirectory('dump')
    const settings = {
      POSTRIDER_STORAGE_URL: from.url,
      POSTRIDER_QUEUE_URL: process.env['POSTRIDER_TEST_AMQP_URL'] ?? '',
      POSTRIDER_MASTER_KEY: newMasterKey(),
      POSTRIDER_DATA_DIR: directory,
    }
    await runPostrider(['migrate'], settings)
    const { exitCode, out, err } = await runPostrider(['backup', join(directory, 'backup.sql')], settings)
    expect(exitCode, err).to.equal(0)
    const lines = out
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
    expect(lines).to.have.length(3)
    const env = { ...process.env, PATH: `${dirname(binary('pgDump'))}:${process.env['PATH'] ?? ''}` }
    for (const line of lines)
      execFileSync('sh', ['-c', line.replaceAll(`=${from.name} <`, `=${to.name} <`)], { env })
    const client = new pg.Client({ connectionString: to.url })
    await client.connect()
    const { rows } = await client.query<{ held_because: string }>('SELECT held_because FROM installation')
    await client.end()
    expect(rows).to.deep.equal([{ held_because: 'backup' }])
    await Promise.all([from.drop(), to.drop()])
  })

  it('has MariaDB commands that mark the copy as held', async () => {
    const [from, to] = [await createDatabase(), await createDatabase()]
    const directory = await freshDirectory('dump')
    const settings = {
      POSTRIDER_STORAGE_URL: from.url,
      POSTRIDER_QUEUE_URL: process.env['POSTRIDER_TEST_AMQP_URL'] ?? '',
      POSTRIDER_MASTER_KEY: newMasterKey(),
      POSTRIDER_DATA_DIR: directory,
    }
    await runPostrider(['migrate'], settings)
    const { exitCode, out, err } = await runPostrider(['backup', join(directory, 'backup.sql')], settings)
    expect(exitCode, err).to.equal(0)
    const lines = out
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
    expect(lines).to.have.length(3)
    const env = { ...process.env, MYSQL_PWD: new URL(from.url).password }
    for (const line of lines)
      execFileSync('sh', ['-c', line.replaceAll(` ${from.name} <`, ` ${to.name} <`)], { env })
    const connection = await createConnection(to.url)
    const [rows] = await connection.query<RowDataPacket[]>('SELECT held_because FROM installation')
    await connection.end()
    expect(rows).to.deep.equal([{ held_because: 'backup' }])
    const restored = await openStorage(to.url)
    expect((await right(restored.health.check())).heldBecause).to.equal('backup')
    await restored.close()
    await from.drop()
    await to.drop()
  })
})
