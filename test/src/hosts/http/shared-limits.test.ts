import { DEFAULT_RATE_LIMITS } from '@postrider/core/limits/domain/rate-policy'
import { expect } from 'chai'
import type { TestDatabase } from '../../servers/test-database.js'
import { migratedDatabase } from '../../adapters/storage-sql/migrated-databases.js'
import { migratedPostgres } from '../../adapters/storage-postgres/open-postgres.js'
import { aSend, reader } from './a-send.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal } from './refusals.js'
import { CREDIT_MINOR } from './test-tenant.js'

const slow = { perSecond: 0.001 }
const HELD = 50
/** The tokens that two idle processes may keep reserved: an eighth of the bucket each. */
const KEPT = 12

const engines = [
  ['MariaDB', migratedDatabase],
  ['PostgreSQL', migratedPostgres],
] as const

const sharing = (engine: string, open: () => Promise<TestDatabase>) =>
  describe(`Hosts that share a ${engine} database`, () => {
    let database: TestDatabase
    let hosts: readonly HttpFixture[] = []
    before(async () => {
      database = await open()
      const foundation = {
        storageUrl: database.url,
        rates: { ...DEFAULT_RATE_LIMITS, sends: slow, reads: slow },
      }
      // One after another: the first one migrates the database.
      hosts = [await openHttpFixture({}, foundation), await openHttpFixture({}, foundation)]
    })
    after(async () => {
      await Promise.all(hosts.map((host) => host.close()))
      await database.drop()
    })

    const everywhere = (
      count: number,
      ask: (host: HttpFixture) => Promise<Reply>,
    ): Promise<readonly Reply[]> =>
      Promise.all(Array.from({ length: count }, () => hosts).flatMap((all) => all.map(ask)))

    it('together allow a credential no more requests than its bucket holds', async () => {
      const tenant = await hosts[0]?.openTenant(CREDIT_MINOR)
      if (tenant === undefined) throw new Error('no host')
      const replies = await everywhere(40, (host) => host.call('POST', '/v1/messages', aSend(tenant)))
      const passed = replies.filter(({ status }) => status === 202)
      expect(passed.length).to.be.within(HELD - KEPT, HELD)
      for (const reply of replies) if (reply.status !== 202) expectRefusal(reply, 'too_many_requests')
      expect((await hosts[1]?.written())?.messages).to.equal(passed.length)
    })

    it('know the requests that the others allowed, even if they come one by one', async () => {
      const tenant = await hosts[0]?.openTenant(CREDIT_MINOR)
      if (tenant === undefined) throw new Error('no host')
      let passed = 0
      for (let count = 0; count < HELD + 30; count += 1) {
        const reply = await hosts[count % 2]?.call('GET', '/v1/auth/check', reader(tenant))
        if (reply?.status === 200) passed += 1
      }
      expect(passed).to.be.within(HELD - KEPT, HELD)
    })
  })

for (const [engine, open] of engines) sharing(engine, open)
