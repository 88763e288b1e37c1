import { expect } from 'chai'
import { createConnection, type Connection } from 'mysql2/promise'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@postrider/conformance/eventually'
import { migratedDatabase } from '../../adapters/storage-sql/migrated-databases.js'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { frame } from '@postrider/core/kernel/digests/digest'
import { idCell } from '@postrider/storage-sql/cells/id-cell'
import type { TestDatabase } from '../../servers/test-database.js'
import { aSend } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import type { TestTenant } from './test-tenant.js'

const CLIENTS = 8
const TROUBLE_MS = 3_000
/** Far below the lock wait of 3 s, and far above a normal send on a busy machine. */
const LONGEST_MS = 2_500

describe('Neighbors of an organization in trouble', () => {
  let database: TestDatabase
  let stranger: Connection
  let http: HttpFixture

  before(async () => {
    database = await migratedDatabase()
    http = await openHttpFixture({}, { storageUrl: database.url })
    stranger = await createConnection({ uri: database.url, multipleStatements: true })
    await stranger.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  })
  after(async () => {
    await stranger.end()
    await http.close()
    await database.drop()
  })

  const organizationOf = (tenant: TestTenant): string => `X'${idCell(tenant.credential.organizationId)}'`

  /** Sends as the other tenant for some time, and returns the count and the longest duration. */
  const sendMeanwhile = async (): Promise<{ readonly sent: number; readonly longestMs: number }> => {
    const untilMs = performance.now() + TROUBLE_MS
    const counts = { sent: 0, longestMs: 0 }
    const sendOn = async (): Promise<void> => {
      while (performance.now() < untilMs) {
        const startedMs = performance.now()
        const { status } = await http.call('POST', '/v1/messages', aSend(http.other))
        expect(status).to.equal(202)
        counts.sent += 1
        counts.longestMs = Math.max(counts.longestMs, performance.now() - startedMs)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, sendOn))
    return counts
  }

  const expectCalm = ({ sent, longestMs }: Awaited<ReturnType<typeof sendMeanwhile>>): void => {
    expect(longestMs).to.be.lessThan(LONGEST_MS)
    expect(sent).to.be.greaterThan(CLIENTS)
  }

  it('continue while a transaction locks its account, whose own sends are accepted afterwards', async () => {
    await stranger.query('BEGIN')
    await stranger.query(
      `SELECT 1 FROM accounts WHERE organization_id = ${organizationOf(http.mine)} FOR UPDATE`,
    )
    const waiting = http.call('POST', '/v1/messages', aSend(http.mine))
    const calm = await sendMeanwhile()
    await stranger.query('ROLLBACK')
    expectCalm(calm)
    expect((await waiting).status).to.equal(202)
    expect(await http.written()).to.include({ violations: 0 })
  })

  it('continue while a transaction locks its rate limit bucket, whose own sends are accepted afterwards', async () => {
    expect((await http.call('POST', '/v1/messages', aSend(http.mine))).status).to.equal(202)
    const key = nodeDigests.sha256(frame(['rate-bucket-1', 'sends', http.mine.credential.credentialId]))
    await stranger.query('BEGIN')
    const [rows] = await stranger.query(
      `SELECT 1 FROM rate_buckets WHERE bucket_key = X'${key.slice(0, 32)}' FOR UPDATE`,
    )
    expect(rows).to.have.length(1)
    // More sends than a used bucket can have reserved in memory.
    const waiting = Promise.all(
      Array.from({ length: 20 }, () => http.call('POST', '/v1/messages', aSend(http.mine))),
    )
    const calm = await sendMeanwhile()
    await stranger.query('ROLLBACK')
    expectCalm(calm)
    expect((await waiting).map(({ status }) => status)).to.deep.equal(Array(20).fill(202))
  })

  it('continue while the database refuses its sends', async () => {
    await stranger.query(`
      CREATE TRIGGER refuse_one BEFORE INSERT ON messages FOR EACH ROW
      IF NEW.organization_id = ${organizationOf(http.mine)} THEN
        SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 4025, MESSAGE_TEXT = 'a row is refused';
      END IF`)
    const state = { isOver: false }
    const failing = async (): Promise<number> => {
      let failed = 0
      while (!state.isOver) {
        const { status } = await http.call('POST', '/v1/messages', aSend(http.mine))
        expect(status).to.equal(500)
        failed += 1
      }
      return failed
    }
    const failed = failing()
    const calm = await sendMeanwhile()
    state.isOver = true
    expect(await failed).to.be.greaterThan(1)
    expectCalm(calm)
    await stranger.query('DROP TRIGGER refuse_one')
    await eventually('its sends are accepted again', async () => {
      await sleep(50)
      return (await http.call('POST', '/v1/messages', aSend(http.mine))).status === 202
    })
    expect(await http.written()).to.include({ violations: 0 })
  })
})
