import { rm } from 'node:fs/promises'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import type { StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { findPostgresRisks } from '@postrider/storage-postgres/risks'
import { expect } from 'chai'
import pg from 'pg'
import { startPostgres, type Postgres } from '../../servers/postgres.js'
import { linesOf } from '../storage-sql/risks-of.js'
import { copiedPostgres } from './open-postgres.js'

const on = async <A>(url: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The risks of the server at this address. `addresses` is the number of servers that the storage address
 * lists.
 */
const risksOf = (url: string, addresses = 1): Promise<readonly StorageRisk[]> =>
  on(url, (client) =>
    findPostgresRisks(
      {
        read: async (statements) => {
          const answers: Array<Array<string | number>>[] = []
          for (const one of statements) {
            const text = one.kind === 'filled' ? one.template.pieces.join('') : ''
            answers.push((await client.query<Array<string | number>>({ text, rowMode: 'array' })).rows)
          }
          return answers
        },
      },
      addresses,
    ),
  )

describe('Risks of PostgreSQL', () => {
  it('name unlogged tables, and the statement that makes them safe', async () => {
    const database = await copiedPostgres()
    await on(database.url, (client) => client.query('ALTER TABLE queue_jobs SET UNLOGGED'))
    const storage = await openPostgresStorage(database.url)
    const { risks } = await right(storage.health.check(10_000))
    await storage.close()
    await database.drop()
    expect(linesOf(risks)).to.deep.equal([
      'loses: a crash empties unlogged tables: queue_jobs. Run: ALTER TABLE queue_jobs SET LOGGED;',
    ])
  })

  it('name each setting that a power cut makes dangerous', async () => {
    const off = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'data_sync_retry=on']
    const args = [...off, 'default_transaction_isolation=serializable'].flatMap((one) => ['-c', one])
    const server = await startPostgres({ args })
    const lines = linesOf(await risksOf(`${server.url}/postgres`))
    await server.stop()
    expect(lines).to.deep.equal([
      'loses: fsync is off, so a power cut destroys the database. Set fsync=on.',
      'loses: full_page_writes is off, so a power cut can leave pages written in part. Set full_page_writes=on.',
      'loses: synchronous_commit is off, so a crash loses acknowledged writes. Set synchronous_commit=on.',
      'loses: data_sync_retry is on, so writes that the disk failed to take can be lost. Set data_sync_retry=off.',
      'loses: transactions are serializable, not read committed. Let Postrider set default_transaction_isolation: a proxy changes it.',
    ])
  })

  describe('in replication', () => {
    let primary: Postgres
    let standby: Postgres
    const url = (): string => `${primary.url}/postgres`
    const risks = async (addresses: number): Promise<readonly string[]> =>
      linesOf(await risksOf(url(), addresses))
    const set = (text: string): Promise<unknown> =>
      on(url(), async (client) => {
        await client.query(text)
        await client.query('SELECT pg_reload_conf()')
      })

    before(async () => {
      primary = await startPostgres()
      standby = await startPostgres({
        fill: async (data) => {
          await rm(data, { recursive: true, force: true })
          const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
          await primary.run('pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast'])
        },
      })
    })
    after(() => Promise.all([standby.stop(), primary.stop()]))

    it('include an asynchronous standby, which loses writes if the address lists it too', async () => {
      const problem =
        "replication to 1 standby is asynchronous, so a promoted standby lacks the last acknowledged writes. Set synchronous_standby_names, for example to 'ANY 1 (*)'."
      await eventually('the standby is connected', async () => (await risks(1)).length > 0)
      expect(await risks(1)).to.deep.equal([`warns: ${problem} Until then, promote no standby.`])
      expect(await risks(2)).to.deep.equal([
        `loses: ${problem} Otherwise list one server in POSTRIDER_STORAGE_URL, and promote no standby.`,
      ])
    })

    it('include the standby also for a user without privileges', async () => {
      await on(url(), (client) => client.query('CREATE USER plain'))
      const plain = new URL(url())
      plain.username = 'plain'
      expect(await risksOf(plain.href, 2)).to.have.length(1)
    })

    it("include commits that don't wait for a synchronous standby, and nothing when they do", async () => {
      await set(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`)
      await set(`ALTER SYSTEM SET synchronous_commit = 'local'`)
      await eventually('it is set', async () => (await risks(2))[0]?.includes('is local') === true)
      expect((await risks(2))[0]).to.match(
        /^loses: synchronous_commit is local, .* Set synchronous_commit=on\./,
      )
      await set(`ALTER SYSTEM SET synchronous_commit = 'on'`)
      await eventually('nothing is wrong', async () => (await risks(2)).length === 0)
    })
  })
})
