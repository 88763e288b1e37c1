import { expect } from 'chai'
import { E, TE } from '@postrider/core/fp'
import type { FeedRetention } from '@postrider/core/feed/ports/feed-storage'
import { numberFeed, purgeFeed } from '@postrider/core/feed/use-cases/keep-feed'
import { resetFeed } from '@postrider/core/feed/use-cases/reset-feed'
import { left, right } from '@postrider/conformance/outcome'
import { actsIn } from '../../../builders/acts-in.js'
import { aWorld } from '../../fakes/world.js'

const MINUTE_MS = 60_000

describe('The maintenance of the change feed', () => {
  it('numbers changes at once after a full turn, soon while the feed is watched, and otherwise each second', async () => {
    const { ports, time } = aWorld()
    const turns = [{ numbered: 500, isWatched: false }, { numbered: 499, isWatched: true }, undefined]
    const number = (limit: number, nowMs: number) => {
      expect([limit, nowMs]).to.deep.equal([500, time.clock.nowMs()])
      return TE.right(turns.shift() ?? { numbered: 3, isWatched: false })
    }
    const storage = { ...ports.storage, feed: { ...ports.storage.feed, number } }
    const turn = numberFeed({ storage, clock: time.clock })
    expect([await right(turn()), await right(turn()), await right(turn())]).to.deep.equal([0, 100, 1000])
  })

  it('purges changes after a quarter of an hour or half a gigabyte, in parts', async () => {
    const { ports, time } = aWorld()
    const found = [1000, 999]
    const purge = (retention: FeedRetention) => {
      expect(retention).to.deep.equal({ beforeMs: time.clock.nowMs() - 15 * MINUTE_MS, mostBytes: 2 ** 29 })
      return TE.right(found.shift() ?? 0)
    }
    const storage = { ...ports.storage, feed: { ...ports.storage.feed, purge } }
    const turn = purgeFeed({ storage, clock: time.clock })
    expect([await right(turn()), await right(turn())]).to.deep.equal([50, 10_000])
  })

  it('starts a new epoch when ordered with a reason, and logs it', async () => {
    const { ports, memory } = aWorld()
    const order = {
      actor: { kind: 'operator', id: 'cli:olu' },
      reason: 'The old programs are gone.',
    } as const
    const before = await right(ports.storage.feed.head())
    expect(await left(resetFeed(ports)({ ...order, reason: '' }))).to.deep.include({ _tag: 'InvalidRequest' })
    expect(await right(ports.storage.feed.head())).to.deep.equal(before)
    const after = await right(resetFeed(ports)(order))
    expect(after.epoch).to.not.equal(before.epoch)
    expect(actsIn(memory.tables.audit)).to.have.length(1)
    expect(actsIn(memory.tables.audit)[0]).to.deep.include({
      action: 'feed.reset',
      target: 'feed',
      reason: order.reason,
      details: { seq: 0 },
    })
    expect(E.isRight(await ports.storage.feed.read(0, 1)())).to.equal(true)
  })
})
