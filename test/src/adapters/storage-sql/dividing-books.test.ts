import { expect } from 'chai'
import { bookOf } from '@postrider/core/domain/ledger/book'
import type { Environment } from '@postrider/core/domain/tenancy/records'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { checkInvariants } from '@postrider/core/use-cases/verification/check-invariants'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid, credit } from '@postrider/conformance/storage/accepting'
import { end } from '@postrider/conformance/storage/settling'
import {
  carry,
  migrateTo,
  migrationsBefore,
  onMariadb,
  onSqlite,
  type Place,
  useDatabases,
} from './old-database.js'

const DIVIDING = '0011_books'

/** Tenants as they were when each had but one book, whatever their Projects are of. */
const tenants = async (storage: Storage): Promise<Readonly<Record<'tests' | 'sends' | 'both', Tenant>>> => {
  const made = {
    tests: aTenant(),
    sends: aTenant({ app: { environment: 'production' } }),
    both: aTenant(),
  }
  for (const tenant of Object.values(made)) await right(storage.catalog.save(recordsOf(tenant)))
  const { project } = made.both
  const further = { ...project, projectId: fresh.id('prj'), environment: 'production' as const }
  await right(storage.catalog.save({ projects: [further] }))
  return made
}

/** What each pays: an open message in the book of those days, and money that is left. */
const spent = async (storage: Storage, { scope, accountKey }: Tenant) => {
  const { organizationId } = scope
  await credit(storage, { ...accountKey, book: 'first' }, 1_000)
  return acceptPaid(storage, { organizationId, appId: scope.appId })
}

const dividing = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  it(`says whose the one book was, moves no money, and opens production to nobody: ${name}`, async () => {
    const [present, old] = [await databases.opened(open), await databases.opened(open)]
    const source = await databases.stored(present.url)
    await right(source.health.migrate())
    const { tests, sends, both } = await tenants(source)
    const all = [tests, sends, both]
    const requests = [await spent(source, tests), await spent(source, sends), await spent(source, both)]
    await migrateTo(old.engine, migrationsBefore(DIVIDING))
    await carry(present.engine.knex, old.engine.knex)

    const storage = await databases.stored(old.url)
    const before = await right(storage.catalog.epoch())
    expect(await right(storage.health.migrate())).to.include(DIVIDING)
    expect(await right(storage.catalog.epoch())).to.be.greaterThan(before)
    await old.engine.knex('knex_migrations').where('name', DIVIDING).delete()
    expect(await right(storage.health.migrate())).to.deep.equal([DIVIDING])

    const organizations = await Promise.all(
      all.map(async ({ app }) => (await right(storage.catalog.app(app.appId)))?.organization),
    )
    expect(organizations.map((one) => one?.firstBook)).to.deep.equal(['test', 'production', 'production'])
    expect(organizations.map((one) => one?.entitledChannels)).to.deep.equal([
      [],
      ['sms', 'email'],
      ['sms', 'email'],
    ])
    expect(organizations.map((one) => one?.closedTestChannels)).to.deep.equal([[], [], []])

    const postedIn = async (at: number, environment: Environment) => {
      const [organization, tenant] = [organizations[at], all[at]]
      if (organization === undefined || tenant === undefined) throw new Error('the tenant is gone')
      const key = { ...tenant.accountKey, book: bookOf(organization, environment) }
      return (await right(storage.ledger.standing(key))).account?.postedMinor
    }
    expect([await postedIn(0, 'test'), await postedIn(0, 'production')]).to.deep.equal([1_025, undefined])
    expect([await postedIn(1, 'test'), await postedIn(1, 'production')]).to.deep.equal([undefined, 1_025])
    expect([await postedIn(2, 'test'), await postedIn(2, 'production')]).to.deep.equal([undefined, 1_025])

    const ids = requests.map(({ message }) => message.messageId)
    expect(await right(end(storage, ids, 'settlement', NOW_MS + 1))).to.have.members(ids)
    expect(await postedIn(0, 'test')).to.equal(1_000)
    expect(await postedIn(2, 'production')).to.equal(1_000)
    const { accounts, violations } = await right(checkInvariants({ storage, digests: { sha256 } })())
    expect(accounts).to.equal(3)
    const ofMoney = violations.filter(({ invariant }) => ['M-1', 'M-4', 'M-8'].includes(invariant))
    expect(ofMoney).to.deep.equal([])
  })
}

describe('The migration that divides the books', () => {
  dividing('SQLite', onSqlite)
  dividing('MariaDB', onMariadb)
})
