import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import type { Storage } from '@postrider/core/assembly/storage'
import { anAcceptanceQuery } from '@postrider/conformance/builders/an-acceptance-query'
import { migrationNames } from '@postrider/storage-sql/migrations/source'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { expect } from 'chai'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh } from '@postrider/conformance/builders/fresh'
import { eventually } from '@postrider/conformance/eventually'
import { left, right } from '@postrider/conformance/outcome'
import {
  acceptOne,
  accept,
  aRequest,
  credit,
  payingAccountOf,
} from '@postrider/conformance/storage/messaging/accepting'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'
import { otherSessions, type MysqlSession } from '../../servers/mysql-sessions.js'
import { listeningWatch } from './listening-watch.js'

const silentOwner = fileURLToPath(new URL('./silent-owner.js', import.meta.url))
const silentSession = fileURLToPath(new URL('./silent-session.js', import.meta.url))
const bytesOf = (id: string): string => id.slice(4)

describe('Storage on MySQL', () => {
  let database: TestDatabase
  let storage: Storage
  let stranger: Connection
  const watch = listeningWatch()
  before(async () => {
    database = await createDatabase()
    storage = await openStorage(database.url, { watch })
    await right(storage.health.migrate())
    stranger = await createConnection({ uri: database.url, multipleStatements: true })
    await stranger.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
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

  /** Two accounts in the order in which the adapter locks them. */
  const twoAccounts = async (): Promise<readonly [AccountKey, AccountKey]> => {
    const [one, other] = [await anAccount(), await anAccount()]
    return bytesOf(one.organizationId) < bytesOf(other.organizationId) ? [one, other] : [other, one]
  }

  it('restarts a transaction that a deadlock ended', async () => {
    const [first, second] = await twoAccounts()
    await credit(storage, second, 77)
    // InnoDB ends the one with fewer changes: the stranger has changed a row, the adapter none.
    await stranger.query('BEGIN; UPDATE accounts SET last_event_at = 7 WHERE posted = 1077')
    const accepting = right(
      storage.acceptance.accept(
        anAcceptanceQuery({ keys: [fresh.hex(32)], accounts: [first, second] }),
        (known) => writingNothing(known.accounts.get(accountKey(second))?.lastEventAtMs),
      ),
    )
    await stranger.query('SELECT SLEEP(0.2)')
    // The adapter holds the first account and waits for the second. Now both wait for each other.
    await stranger.query('UPDATE accounts SET last_event_at = 7 WHERE posted = 1000')
    await stranger.query('COMMIT')
    expect(await accepting).to.equal(7)
    expect(watch.repeats).to.include('deadlock')
  })

  it("gives up after a while on a lock that isn't released, and leaves nothing behind", async () => {
    const request = aRequest()
    await credit(storage, payingAccountOf(request.message), 31_337)
    await stranger.query('BEGIN; SELECT 1 FROM accounts WHERE posted = 31337 FOR UPDATE')
    const startedMs = performance.now()
    const failure = await left(accept(storage, [request]))
    expect(failure._tag).to.equal('StorageUnavailable')
    expect(failure.cause).to.include('LOCK_WAIT_TIMEOUT')
    expect(watch.repeats).to.include('lock_wait')
    expect(watch.failures).to.deep.equal(['lock_wait'])
    expect(performance.now() - startedMs).to.be.lessThan(12_000)
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

  it('gets an account back from a hung owner on a server without a limit for idle transactions', async () => {
    const request = aRequest()
    await credit(storage, payingAccountOf(request.message), 70_707)
    const owner = spawn(process.execPath, [silentSession, database.url, '70707'])
    try {
      await once(owner.stdout, 'data')
      expect((await left(accept(storage, [request]))).cause).to.include('LOCK_WAIT_TIMEOUT')
      const isFree = async (): Promise<boolean> => {
        const outcome = await accept(storage, [request])()
        return outcome._tag === 'Right'
      }
      await eventually('the account is free again', isFree, 30_000)
      expect((await acceptOne(storage, request))._tag).to.equal('Replayed')
    } finally {
      owner.kill('SIGKILL')
    }
  })

  it('never lends a connection that the server has ended meanwhile', async () => {
    await Promise.all(Array.from({ length: 5 }, () => right(storage.catalog.epoch())))
    const others = (): Promise<readonly MysqlSession[]> =>
      otherSessions(stranger, new URL(database.url).pathname.slice(1))
    expect(await others()).to.have.length.greaterThan(0)
    // They are released before the server's own ten seconds have passed.
    await eventually('idle connections are let go', async () => (await others()).length <= 2, 9_000)
    expect(await right(storage.catalog.epoch())).to.be.a('number')
  })

  it("refuses a batch that is longer than the server's limit, and continues", async () => {
    await stranger.query('SET GLOBAL max_allowed_packet = 1048576')
    const narrow = await openStorage(database.url)
    try {
      const message = aMessage({ variables: { text: 'x'.repeat(12_000_000) } })
      const request = aRequest({ message })
      await credit(storage, payingAccountOf(message), 100)
      const failure = await left(accept(narrow, [request]))
      expect(failure._tag).to.equal('BatchFailed')
      expect(await right(narrow.catalog.epoch())).to.be.a('number')
    } finally {
      await stranger.query('SET GLOBAL max_allowed_packet = 16777216')
      await narrow.close()
    }
  })

  it('returns which server responds', async () => {
    const [[row]] = await stranger.query<RowDataPacket[]>('SELECT VERSION() AS version')
    const version = String(row?.['version'])
    const family = version.includes('MariaDB') ? 'MariaDB' : 'MySQL'
    const number = /^[\d.]+/.exec(version)?.[0]
    expect((await right(storage.health.check())).server).to.equal(`${family} ${number}`)
  })

  it('names the setting that would lose acknowledged commits', async () => {
    await stranger.query('SET GLOBAL innodb_flush_log_at_trx_commit = 2')
    try {
      const { risks } = await right(storage.health.check())
      expect(risks).to.deep.equal([
        {
          problem: 'innodb_flush_log_at_trx_commit is 2, so a power cut loses acknowledged writes',
          fix: 'Set innodb_flush_log_at_trx_commit=1.',
          losesWrites: true,
        },
      ])
    } finally {
      await stranger.query('SET GLOBAL innodb_flush_log_at_trx_commit = 1')
    }
  })

  it('finishes a migration that died half-way and left its lock behind', async () => {
    const other = await createDatabase()
    const half = await openStorage(other.url)
    try {
      await right(half.health.migrate())
      const breaker = await createConnection({ uri: other.url, multipleStatements: true })
      await breaker.query(`DELETE FROM knex_migrations; UPDATE knex_migrations_lock SET is_locked = 1;
        DROP TABLE queue_jobs; DROP TABLE receipts; DROP TABLE audit_chains; DROP TABLE migrations_beside`)
      await breaker.end()
      const epoch = await right(half.catalog.epoch())
      expect((await right(half.health.check())).pendingMigrations).to.deep.equal(migrationNames)
      expect(await Promise.all([right(half.health.migrate()), right(half.health.migrate())])).to.deep.equal([
        [...migrationNames].sort(),
        [],
      ])
      expect(await right(half.jobs.depth('otp', 1))).to.equal(0)
      expect(await right(half.catalog.epoch())).to.equal(epoch)
      expect(await right(half.audit.heads(0, 1))).to.deep.equal([])
      const { value } = await right(half.tenancy.credentials(fresh.id('org'), undefined, undefined, 1))
      expect(value).to.deep.equal([])
    } finally {
      await half.close()
      await other.drop()
    }
  })

  it('reports before its migration that it is unavailable, not that it failed', async () => {
    const other = await createDatabase()
    const empty = await openStorage(other.url)
    expect((await left(empty.catalog.epoch()))._tag).to.equal('StorageUnavailable')
    await empty.close()
    await other.drop()
  })

  it('reports an outage after it was closed', async () => {
    const closed = await openStorage(database.url)
    await closed.close()
    await closed.close()
    expect(await left(closed.catalog.epoch())).to.deep.equal({
      _tag: 'StorageUnavailable',
      cause: 'the storage is closed',
    })
  })
})
