import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { EMPTY_TALLY, replay } from '@postrider/core/ledger/domain/replay'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { left, right } from '@postrider/conformance/outcome'
import { allEvents } from '@postrider/conformance/storage/messaging/traces'
import { onPostgres } from '../storage-postgres/open-postgres.js'
import { onMariadb, onSqlite, type Place, useDatabases } from './empty-database.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** A database that the last program before 0.1.0 filled, as SQL. */
const BEFORE = new URL('../../../src/adapters/storage-sql/before-first-release.sql.gz', import.meta.url)

/** Runs the script, and returns its output if it fails. */
const carryOver = async (...urls: readonly [string, string]): Promise<string> => {
  const script = spawn(process.execPath, ['scripts/carry-over.mjs', ...urls], { cwd: ROOT })
  let errors = ''
  script.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(script, 'close')) as [number]
  return code === 0 ? '' : errors
}

/** Fills an empty SQLite database as the last program before 0.1.0 did. */
const fillAsBefore = async (place: Place): Promise<Place> => {
  const sql = gunzipSync(readFileSync(BEFORE)).toString()
  for (const statement of sql.split(/;\n/).filter((each) => /^(CREATE|INSERT)/.test(each.trim())))
    await place.engine.knex.raw(statement.replaceAll('?', '\\?'))
  return place
}

/** Adds an outcome with a name of the old program, and settings that accounts no longer have. */
const useOldWords = async ({ engine: { knex } }: Place): Promise<void> => {
  await knex.raw(`INSERT INTO attempts (message_id, number, provider_account_id, phase, started_at, claim)
    SELECT m.id, 1, a.id, 'taken', 1, 1 FROM messages m, provider_accounts a LIMIT 1`)
  const outcomeMap = '21408=refused_here,30=not_sent'
  const settings = JSON.stringify({ outcomeMap, allowPlain: true, allowPrivate: false })
  await knex('provider_accounts').update({ settings })
}

const expectNewWords = async ({ engine: { knex } }: Place): Promise<void> => {
  expect(await knex('attempts').pluck('phase')).to.deep.equal(['accepted'])
  expect(new Set(await knex('provider_accounts').pluck('settings'))).to.deep.equal(
    new Set(['{"outcomeMap":"21408=rejected_by_route,30=not_attempted"}']),
  )
}

const carrying = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  /** Every account with the sum of its ledger. */
  const ledgersOf = async (storage: Storage) => {
    const accounts = await right(storage.ledger.accounts(undefined, 1_000))
    return Promise.all(
      accounts.map(async (account) => {
        const { tally, finding } = replay(EMPTY_TALLY, await allEvents(storage, account), sha256)
        expect(finding, accountKey(account)).to.equal(undefined)
        expect(tally.digest).to.equal(account.headDigest)
        return [account.environment, account.currency, tally.postedMinor, tally.reservedMinor] as const
      }),
    )
  }

  it(`is copied with sound ledgers and new names of outcomes, and works from there: ${name}`, async () => {
    const [before, after] = [
      await fillAsBefore(await databases.opened(onSqlite)),
      await databases.opened(open),
    ]
    await useOldWords(before)
    const refused = await databases.stored(before.url)
    expect((await left(refused.health.migrate())).cause).to.match(/before version 0\.1\.0.*carry-over/)
    expect(await carryOver(before.url, after.url)).to.equal('')
    const storage = await databases.stored(after.url)
    expect(await right(storage.health.migrate())).to.deep.equal([])
    const ledgers = await ledgersOf(storage)
    expect(ledgers).to.have.length(23)
    expect(ledgers.filter(([environment]) => environment === 'production')).to.deep.equal([
      ['production', 'INR', 725, 25],
    ])
    const counts = async ({ knex }: Place['engine'], table: string): Promise<unknown> =>
      knex(table).count('* as count').first()
    await expectNewWords(after)
    for (const table of ['messages', 'idempotency', 'audit_log', 'users', 'usage_lines', 'tickets'])
      expect(await counts(after.engine, table), table).to.deep.equal(await counts(before.engine, table))
    await acceptPaid(storage)
    const [unknown] = await right(
      storage.approvals.list({
        status: 'pending',
        kinds: ['balance_credit'],
        approvalId: undefined,
        order: 'newest first',
        beyond: undefined,
        limit: 1,
      }),
    ).then(({ value }) => value)
    expect(unknown?.proposal).to.include({ environment: 'production', currency: 'INR' })
  })
}

describe('A database from before the first release', () => {
  carrying('SQLite', onSqlite)
  carrying('MariaDB', onMariadb)
  carrying('PostgreSQL', onPostgres)

  describe('with an entry that was altered', () => {
    const databases = useDatabases()

    it("isn't copied past the entry", async () => {
      const before = await fillAsBefore(await databases.opened(onSqlite))
      const after = await databases.opened(onSqlite)
      await before.engine.knex('ledger_events').where({ seq: 2 }).update({ amount: 26 })
      expect(await carryOver(before.url, after.url)).to.match(/entry ent_\w+ doesn't match its digest/)
    })
  })
})
