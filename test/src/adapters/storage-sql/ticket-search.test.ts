import { expect } from 'chai'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { Storage } from '@postrider/core/assembly/storage'
import type { TicketSearch } from '@postrider/core/support/ports/ticket-search-storage'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { ticketSearchStorage } from '@postrider/storage-sql/support/ticket-search/ticket-search'
import { aReply, aTicket } from '@postrider/conformance/builders/a-ticket'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { join } from 'node:path'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'
import { openAnyStorage } from '../open-any-storage.js'
import { onPostgres } from '../storage-postgres/open-postgres.js'
import { planOf } from '../storage-postgres/plan-of.js'
import { listeningTo } from './listening-to.js'

const TICKETS = 20_000
const MOST_LOOKED_AT = 500

interface Place {
  readonly url: string
  readonly engine: Engine
  remove?(): Promise<void>
}

/**
 * Adds tickets of two Organizations, newest last. Each has `common`, every second `even`, every thousandth
 * `rare`.
 */
const fill = async (storage: Storage, organizations: readonly OrganizationId[]): Promise<void> => {
  for (let from = 0; from < TICKETS; from += 1_000)
    await sharing({ storage }, (unit) => {
      const tickets = Array.from({ length: 1_000 }, (_, place) => {
        const number = from + place
        const organizationId = organizations[number % 4 === 3 ? 1 : 0] ?? fresh.id('org')
        const words = [number % 2 === 0 ? 'even' : 'odd', ...(number % 1_000 === 2 ? ['rare'] : [])]
        const subject = `common${number % 7} ${words.join(' ')}`
        return aTicket({ organizationId, subject, updatedAtMs: 1_000 + number })
      })
      for (const ticket of tickets) unit.tickets.add(ticket)
      unit.tickets.addReplies(
        tickets.map(({ ticketId, organizationId }) => aReply({ ticketId, organizationId, text: 'Thanks.' })),
      )
    })
}

const describeTickets = (name: string, open: () => Promise<Place>): void => {
  describe(`A search in ${TICKETS} tickets on ${name}`, () => {
    const organizations = [fresh.id('org'), fresh.id('org')]
    let place: Place
    let storage: Storage
    before(async () => {
      place = await open()
      storage = await openAnyStorage(place.url)
      await right(storage.health.migrate())
      await fill(storage, organizations)
      while ((await right(storage.ticketSearch.index(2_000))).isMore);
    })
    after(async () => {
      await storage.close()
      await place.engine.close()
      await place.remove?.()
    })

    const find = async (
      words: readonly string[],
      change: Partial<TicketSearch> = {},
      engine = place.engine,
    ) => {
      const search = { organizationId: undefined, words, before: undefined, limit: 50, ...change }
      return (await right(ticketSearchStorage(engine, MOST_LOOKED_AT).find(search))).value
    }

    it('finds all tickets with a rare word at once, and those with frequent words window by window', async () => {
      expect(await right(storage.ticketSearch.waiting(10))).to.equal(0)
      const rare = await find(['common', 'rar', 'even'])
      expect([rare.found.length, rare.before]).to.deep.equal([20, undefined])
      expect((await find(['rare', 'odd'])).found).to.deep.equal([])
      const frequent = await find(['comm', 'thanks', 'even'])
      expect(frequent.found).to.have.length(50)
      const next = await find(['comm', 'thanks', 'even'], { before: frequent.before, limit: 300 })
      expect(next.found).to.have.length(250)
      const none = await find(['even', 'odd'])
      expect(none.found).to.deep.equal([])
      expect(none.before).to.match(/^tkt_/)
      const [, other] = organizations
      const own = await find(['odd', 'comm'], { organizationId: other, limit: 10 })
      expect(own.found.map(({ organizationId }) => organizationId)).to.deep.equal(Array(10).fill(other))
      expect((await find(['rare'], { organizationId: other })).found).to.deep.equal([])
    })

    // The other engines must use their indexes. plans.test.ts checks their plans.
    const onPlans = name === 'PostgreSQL' ? it : () => undefined
    onPlans('reads a bounded number of rows, for any words', async () => {
      const { heard, statements } = listeningTo(place.engine)
      await place.engine.knex.raw('ANALYZE')
      const searches = [['comm', 'thanks', 'even'], ['even', 'odd'], ['rare', 'even'], ['comm']]
      for (const words of searches)
        for (const organizationId of [undefined, organizations[1]]) {
          statements.length = 0
          await find(words, { organizationId }, heard)
          for (const statement of statements)
            for (const step of await planOf(place.engine, statement, 'done')) {
              const read = (step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0)
              const rows = read * (step['Actual Loops'] ?? 1)
              // The planner may skip others' tickets if every fourth is the Organization's.
              const most = (organizationId === undefined ? 1 : 4) * MOST_LOOKED_AT + 1
              expect(rows, `${words.join(' ')}: ${JSON.stringify(step)}`).to.be.at.most(most)
            }
        }
    })
  })
}

describeTickets('SQLite', async () => {
  const url = `sqlite:${join(await freshDirectory('tickets'), 'postrider.db')}`
  return { url, engine: sqliteEngine(url) }
})
describeTickets('MariaDB', async () => {
  const { url, drop } = await createDatabase()
  return { url, engine: mysqlEngine(url, {}), remove: drop }
})
describeTickets('PostgreSQL', onPostgres)
