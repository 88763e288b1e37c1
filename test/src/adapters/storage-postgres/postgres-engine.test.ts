import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import pg from 'pg'
import { accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import type { Storage } from '@postrider/core/assembly/storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { anAcceptanceQuery } from '@postrider/conformance/builders/an-acceptance-query'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import {
  accept,
  acceptOne,
  acceptPaid,
  aRequest,
  credit,
  payingAccountOf,
} from '@postrider/conformance/storage/messaging/accepting'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { migrationNames } from '@postrider/storage-sql/migrations/source'
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.js'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import type { TestDatabase } from '../../servers/test-database.js'
import { listeningWatch } from '../storage-sql/listening-watch.js'
import { copiedPostgres } from './open-postgres.js'

const silentOwner = fileURLToPath(new URL('../storage-sql/silent-owner.js', import.meta.url))
const bytesOf = (id: string): string => id.slice(4)

describe('Storage on PostgreSQL', () => {
  let database: TestDatabase
  let storage: Storage
  let stranger: pg.Client
  const watch = listeningWatch()
  before(async () => {
    database = await copiedPostgres()
    storage = await openPostgresStorage(database.url, { watch })
    stranger = new pg.Client({ connectionString: database.url })
    await stranger.connect()
  })
  after(async () => {
    await stranger.end()
    await storage.close()
    await database.drop()
  })

  const anAccount = async (): Promise<AccountKey> => {
    const key = { organizationId: fresh.id('org'), environment: 'test' as const, currency: 'INR' }
    await credit(storage, key, 1_000)
    return key
  }

  it('restarts a transaction that a deadlock ended', async () => {
    const [one, other] = [await anAccount(), await anAccount()]
    const [first, second] =
      bytesOf(one.organizationId) < bytesOf(other.organizationId) ? [one, other] : [other, one]
    await credit(storage, second, 77)
    // The one that waited first finds the deadlock, after a second, and is ended by it.
    await stranger.query("SET deadlock_timeout TO '10s'")
    await stranger.query('BEGIN; UPDATE accounts SET last_event_at = 7 WHERE posted = 1077')
    const accepting = right(
      storage.acceptance.accept(
        anAcceptanceQuery({ keys: [fresh.hex(32)], accounts: [first, second] }),
        (known) => writingNothing(known.accounts.get(accountKey(second))?.lastEventAtMs),
      ),
    )
    await stranger.query('SELECT pg_sleep(0.2)')
    await stranger.query('UPDATE accounts SET last_event_at = 7 WHERE posted = 1000')
    await stranger.query('COMMIT')
    expect(await accepting).to.equal(7)
    expect(watch.repeats).to.include('deadlock')
  })

  it("gives up after a while on a lock that isn't released, and leaves nothing behind", async () => {
    const request = aRequest()
    await credit(storage, payingAccountOf(request.message), 31_337)
    await stranger.query('BEGIN; SELECT 1 FROM accounts WHERE posted = 31337 FOR UPDATE')
    const failure = await left(accept(storage, [request]))
    expect(failure._tag).to.equal('StorageUnavailable')
    expect(failure.cause).to.equal('55P03: canceling statement due to lock timeout')
    expect(watch.failures).to.deep.equal(['lock_wait'])
    await stranger.query('ROLLBACK')
    expect((await acceptOne(storage, request))._tag).to.equal('Accepted')
  })

  it('gets an account back from a process that hung during a transaction', async () => {
    const request = aRequest()
    const payer = payingAccountOf(request.message)
    await credit(storage, payer, 100)
    const owner = spawn(process.execPath, [silentOwner, database.url, payer.organizationId])
    try {
      await once(owner.stdout, 'data')
      expect((await acceptOne(storage, request))._tag).to.equal('Accepted')
    } finally {
      owner.kill('SIGKILL')
    }
  })

  it('reports what keeps a commit from surviving a power cut', async () => {
    const { server, risks } = await right(storage.health.check(10_000))
    expect(server).to.match(/^PostgreSQL \d+\.\d+$/)
    expect(risks).to.deep.equal([])
    await stranger.query(`ALTER DATABASE ${database.name} SET synchronous_commit TO off`)
    const careless = await openPostgresStorage(database.url)
    const found = await right(careless.health.check(10_000))
    await careless.close()
    expect(found.risks).to.deep.equal([
      {
        problem: 'synchronous_commit is off, so a crash loses acknowledged writes',
        fix: 'Set synchronous_commit=on.',
        losesWrites: true,
      },
    ])
  })

  it('is migrated by one of several processes that start at once', async () => {
    const empty = await createPostgresDatabase()
    const all = await Promise.all([1, 2].map(() => openPostgresStorage(empty.url)))
    const done = await Promise.all(all.map((each) => right(each.health.migrate())))
    expect(done.flat()).to.deep.equal(migrationNames)
    await Promise.all(all.map((each) => each.close()))
    await empty.drop()
  })

  it('has every index end with the primary key, like those of InnoDB, since statements rely on that order', async () => {
    const { rows } = await stranger.query<{ name: string }>(`
      SELECT i.indexrelid::REGCLASS::TEXT AS name FROM pg_index i
      JOIN pg_index k ON k.indrelid = i.indrelid AND k.indisprimary
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam AND m.amname = 'btree'
      WHERE c.relnamespace = 'public'::REGNAMESPACE AND NOT i.indisunique
        AND NOT k.indkey::INT2[] <@ i.indkey::INT2[]`)
    expect(rows).to.deep.equal([])
    const { rows: all } = await stranger.query(`SELECT 1 FROM pg_indexes WHERE schemaname = 'public'`)
    expect(all).to.have.length.greaterThan(100)
  })

  it('keeps references that are longer than an entry of a B-tree', async () => {
    const { message } = await acceptPaid(storage)
    const reference = fresh.hex(32).repeat(200)
    await stranger.query(
      `INSERT INTO attempts (message_id, number, provider_account_id, phase, provider_reference, started_at, claim)
       SELECT id, 9, id, 'sent', $1, 0, 0 FROM messages WHERE recipient = $2`,
      [reference, message.to],
    )
    const { rows } = await stranger.query('EXPLAIN SELECT 1 FROM attempts WHERE provider_reference = $1', [
      reference,
    ])
    expect(rows).to.have.length.greaterThan(0)
  })
})

describe('The clock of a PostgreSQL server', () => {
  let database: TestDatabase
  let proxy: FaultProxy
  let storage: Storage
  before(async () => {
    database = await copiedPostgres()
    proxy = await startFaultProxy(database.url)
    storage = await openPostgresStorage(proxy.url)
  })
  after(async () => {
    await storage.close()
    await proxy.stop()
    await database.drop()
  })
  const serverNow = () => right(storage.health.time())
  const take = async (nowMs: number) =>
    (await right(storage.outbox.takeDue('transactional', 100, nowMs, nowMs + 60_000))).length

  it("decides what is due if it is right, but not if it differs much from the process's", async () => {
    expect(await serverNow()).to.be.within(Date.now() - 1_000, Date.now() + 1_000)
    const { message } = await acceptPaid(storage)
    await right(storage.outbox.makeDue([message.messageId], (await serverNow()) + 400))
    expect(await take((await serverNow()) + 600)).to.equal(0)
    proxy.stepServerClock(3_600_000)
    expect((await serverNow()) - Date.now()).to.be.greaterThan(3_500_000)
    expect(await take(Date.now() - 60_000)).to.equal(0)
    expect(await take(Date.now() + 60_000)).to.equal(1)
  })
})

const problemOf = (url: string): Promise<string> =>
  openPostgresStorage(url).then(
    () => 'none',
    (reason: unknown) => (reason as Error).message,
  )

describe('An address of PostgreSQL', () => {
  it('that is invalid is refused in one sentence, without its password', async () => {
    const form =
      /^a PostgreSQL address must be postgres:\/\/user:password@host:port\/database; in a password write .* % as %25$/
    const wrong = [
      'postgres:',
      'postgres://',
      'postgres://localhost',
      'postgres://a:b@h:x/d',
      'postgres://a:%zz@h/d',
    ]
    for (const url of wrong) expect(await problemOf(url)).to.match(form)
    expect(await problemOf('postgres://u:hunter2@h/x?ssl=maybe')).to.equal(
      'ssl in a PostgreSQL address must be true or false',
    )
    expect(await problemOf('postgres://u:hunter2@h/x?sslmode=require')).to.equal(
      "a PostgreSQL address cannot have the parameter 'sslmode', only ssl",
    )
  })
})
