import { expect } from 'chai'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { usageStart } from '@postrider/core/messaging/domain/usage/day-usage'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/accepting'
import { onPostgres } from '../storage-postgres/open-postgres.js'
import { onMariadb, onSqlite, type Place, useDatabases } from './empty-database.js'

const TODAY_MS = usageStart('day', NOW_MS)

/** How a program from before usage had templates leaves its tables: what is counted moves from lines to days. */
const COUNT_BEFORE = [
  `INSERT INTO usage_days (organization_id, currency, day_at, app_id, channel, country, messages, reserved, settled, released)
   SELECT organization_id, currency, start_at, app_id, channel, country, SUM(messages), SUM(reserved), SUM(settled), SUM(released)
   FROM usage_lines WHERE step = 'day' GROUP BY organization_id, currency, start_at, app_id, channel, country`,
  'INSERT INTO usage_accounts (organization_id, currency, seq) SELECT organization_id, currency, seq FROM usage_line_accounts',
  'DELETE FROM usage_lines',
  'DELETE FROM usage_line_accounts',
  // Its messages may be deleted: nothing is counted from them again.
  'UPDATE usage_days SET messages = messages + 1000',
]

const carrying = (name: string, open: () => Promise<Place>): void => {
  const databases = useDatabases()

  it(`keeps the days that were counted before, and counts on from there: ${name}`, async () => {
    const { url, engine } = await databases.opened(open)
    const storage = await databases.stored(url)
    await right(storage.health.migrate())
    const organizationId = fresh.id('org')
    const countryOf = (): string => 'IN'
    const countAll = async () => {
      while ((await right(storage.usage.count(100, countryOf))) > 0);
    }
    await acceptPaid(storage, { organizationId })
    await countAll()
    for (const each of COUNT_BEFORE) await engine.knex.raw(each)
    const { message } = await acceptPaid(storage, { organizationId })
    await Promise.all([countAll(), countAll()])
    await countAll()
    const range = { fromMs: TODAY_MS, toMs: TODAY_MS + DAY_MS, appId: undefined, skip: 0, limit: 10 }
    const account = { organizationId, book: 'first', currency: 'INR' } as const
    const query = { ...account, ...range, step: 'day', by: ['template'] } as const
    const { days, uncounted } = (await right(storage.usage.days(query))).value
    expect(uncounted).to.equal(0)
    expect(days.map(({ templateId, messages }) => [templateId, messages])).to.deep.equal([
      [undefined, 1001],
      [message.templateId, 1],
    ])
  })
}

describe('Usage from before there were templates in it', () => {
  carrying('SQLite', onSqlite)
  carrying('MariaDB', onMariadb)
  carrying('PostgreSQL', onPostgres)
})
