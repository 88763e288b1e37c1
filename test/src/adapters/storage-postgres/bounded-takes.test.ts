import { expect } from 'chai'
import { LANES } from '@postrider/core/kernel/messages/lane'
import type { OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { outboxStorage } from '@postrider/storage-sql/messaging/outbox/outbox'
import type { Place } from '../storage-sql/empty-database.js'
import { listeningTo } from '../storage-sql/listening-to.js'
import { fillList } from '../storage-sql/long-list.js'
import { onCopiedPostgres } from './open-postgres.js'
import { planOf, rowsRead } from './plan-of.js'

const LIMIT = 50
const TAKES = 4

describe('Reading the list on PostgreSQL', () => {
  let place: Place
  before(async () => {
    place = await onCopiedPostgres()
  })
  after(async () => {
    await place.engine.close()
    await place.remove()
  })

  /** Returns the number of rows that these calls read. */
  const readFor = async (work: (outbox: OutboxStorage) => Promise<unknown>): Promise<number> => {
    const { heard, statements } = listeningTo(place.engine)
    await work(outboxStorage(heard))
    let rows = 0
    for (const statement of statements) rows += rowsRead(await planOf(place.engine, statement, 'done'))
    return rows
  }

  const takeAll = async (outbox: OutboxStorage): Promise<void> => {
    for (let take = 0; take < TAKES; take += 1)
      expect(await right(outbox.takeDue('transactional', LIMIT, NOW_MS, NOW_MS + 60_000))).to.have.length(
        LIMIT,
      )
  }

  it('costs in proportion to the messages taken, not to those waiting, and is bounded for the gauges', async () => {
    for (const [rows, organizations] of [
      [1_000, 1],
      [100_000, 1_000],
    ] as const) {
      await fillList(place.engine, rows, organizations)
      const amounts = `${rows} of ${organizations}`
      expect((await readFor(takeAll)) / TAKES, `a take, ${amounts}`).to.be.within(LIMIT, 15 * LIMIT)
      const sinceMs = await readFor((outbox) => right(outbox.waitingSince(LANES, NOW_MS)))
      expect(sinceMs, `since when, ${amounts}`).to.be.below(1_100)
      expect(await readFor((outbox) => right(outbox.count())), `how many, ${amounts}`).to.be.below(10_100)
    }
  })
})
