import { join } from 'node:path'
import { expect } from 'chai'
import { encodeId } from '@postrider/core/kernel/ids/id'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { createDatabase } from '@postrider/test/servers/test-database'
import { freshDirectory } from '@postrider/test/servers/run-directory'
import { askOnce } from '../ask-once.js'
import { load } from '../load/load.js'
import { batches, freshSends, otps, statusReads, verifications } from '../requests.js'
import { nextId, readId } from './bare-ids.js'
import { type BareProcess, startBare } from './bare-process.js'
import { openBareMariadb } from './bare-mariadb.js'

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

const COUNTS = [
  'SELECT COUNT(*) FROM messages',
  'SELECT COUNT(*) FROM idempotency',
  "SELECT COUNT(*) FROM ledger_events WHERE type = 'reservation'",
  "SELECT COUNT(*) FROM ledger_events WHERE type = 'settlement'",
  'SELECT COUNT(*) FROM outbox',
  'SELECT reserved FROM accounts',
  "SELECT COUNT(*) FROM otp_challenges WHERE state = 'VERIFIED'",
]

/** All amounts in the books of an SQLite file. */
const booksIn = async (path: string): Promise<readonly number[]> => {
  const thread = await openThread({ path, role: 'reader' })
  try {
    const { results } = await thread.run(COUNTS.map((sql) => ({ sql, binary: '', cells: [] })))
    return results.map((rows) => Number(rows[0]?.[0]))
  } finally {
    await thread.close()
  }
}

const booksAt = async (url: string): Promise<readonly number[]> => {
  const store = await openBareMariadb(url)
  try {
    const read = await Promise.all(COUNTS.map((text) => store.read(text)))
    return read.map((rows) => Number(rows[0]?.[0]))
  } finally {
    await store.close()
  }
}

/**
 * Sends single messages, a batch and a passcode, verifies it and reads, like the benchmark. Returns the books
 * before and after settlement.
 */
const played = async (bare: BareProcess, books: () => Promise<readonly number[]>) => {
  const { port, tenants } = bare
  const sent = json(await askOnce(port, freshSends(tenants, 'one')(1)))
  const batch = json(await askOnce(port, batches(tenants, 'many', 50)(1)))
  const passcode = json(await askOnce(port, otps(tenants, 'otp', 0)(1)))
  const challenges = [String(passcode['challengeId'])]
  const verified = json(await askOnce(port, verifications(tenants, 'verify', challenges)(0)))
  const shown = json(await askOnce(port, statusReads(tenants, [String(sent['messageId'])])(1)))
  const accepted = await books()
  const settled = await bare.settle()
  return { sent, batch, verified, shown, accepted, settled, books: await books() }
}

type Played = Awaited<ReturnType<typeof played>>

const expectAll = ({ sent, batch, verified, shown, accepted, settled, books }: Played): void => {
  expect(sent).to.have.all.keys('messageId', 'state', 'acceptedAt', 'estimatedCharge', 'requestId')
  expect(sent['messageId']).to.match(/^msg_[0-9a-z]{26}$/)
  expect(batch).to.include({ accepted: 50, replayed: 0, rejected: 0 })
  expect(verified).to.deep.equal({ success: true, verified: true })
  expect(shown).to.include({ messageId: sent['messageId'], state: 'ACCEPTED', clientReference: 'order-1' })
  expect(accepted).to.deep.equal([52, 52, 52, 0, 52, 52 * 4, 1])
  expect(settled).to.equal(52)
  expect(books).to.deep.equal([52, 52, 52, 52, 0, 0, 1])
}

describe('A bare server', () => {
  it('stores the rows of its responses in an SQLite file', async () => {
    const path = join(await freshDirectory('bare'), 'bare.db')
    const bare = await startBare({ form: 'stored', storageUrl: `sqlite:${path}` })
    try {
      expectAll(await played(bare, () => booksIn(path)))
    } finally {
      await bare.stop()
    }
  })

  it('stores the same rows in MariaDB', async () => {
    const database = await createDatabase()
    const bare = await startBare({ form: 'stored', storageUrl: database.url })
    try {
      expectAll(await played(bare, () => booksAt(database.url)))
    } finally {
      await bare.stop()
      await database.drop()
    }
  })

  it('refuses unknown callers, and can insert without HTTP', async () => {
    const path = join(await freshDirectory('bare'), 'bare.db')
    const bare = await startBare({ form: 'stored', storageUrl: `sqlite:${path}` })
    try {
      const strangers = bare.tenants.map((tenant) => ({ ...tenant, credential: 'pr_test_another' }))
      const plan = { port: bare.port, connections: 1, warmUpMs: 0, measureMs: 1000, most: 1 }
      const { statuses } = await load({ ...plan, next: freshSends(strangers, 'one') })
      expect(statuses).to.deep.equal({ 401: 1 })
      const { messages } = await bare.insert({ writers: 4, forMs: 50 })
      expect((await booksIn(path)).slice(0, 3)).to.deep.equal([messages, messages, messages])
    } finally {
      await bare.stop()
    }
  })

  it('writes identifiers like the service, and reads them back', () => {
    const made = Array.from({ length: 2000 }, (_, at) => nextId(1_700_000_000_000 + Math.floor(at / 100)))
    expect(new Set(made.map(({ bytes }) => bytes)).size).to.equal(made.length)
    for (const { bytes, digits } of made) {
      expect(`msg_${digits}`).to.equal(encodeId('msg', Buffer.from(bytes, 'hex')))
      expect(readId(`/v1/messages/msg_${digits}`).bytes).to.equal(bytes)
    }
    expect(made.map(({ bytes }) => bytes).sort()).to.deep.equal(made.map(({ bytes }) => bytes))
  })
})
