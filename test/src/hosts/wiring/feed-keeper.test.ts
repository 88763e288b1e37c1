import { expect } from 'chai'
import { TE } from '@postrider/core/fp'
import { startFeedKeeper } from '@postrider/wiring/feed-keeper'
import { aWorld } from '../../core/fakes/world.js'

const nothing = () => undefined
const silent = { writesDebug: false, debug: nothing, info: nothing, warn: nothing, error: nothing }

describe('A keeper of the change feed', () => {
  it('takes a turn whenever it is due, tells of one that failed, and takes none once it is stopped', async () => {
    const { ports, time, emitted } = aWorld()
    const turns: number[] = []
    const numberFeed = () => {
      turns.push(time.clock.nowMs())
      if (turns.length === 2) return TE.left({ _tag: 'StorageUnavailable' as const, cause: 'away' })
      return TE.right(100)
    }
    const begunMs = time.clock.nowMs()
    const keeper = startFeedKeeper({
      ports,
      log: silent,
      postrider: { numberFeed, purgeFeed: () => TE.right(10_000) },
    })
    for (let step = 0; step < 14; step += 1) await time.advance(100)
    expect(turns.map((atMs) => atMs - begunMs)).to.deep.equal([0, 100, 1100, 1200, 1300, 1400])
    expect(emitted).to.deep.equal([{ _tag: 'PartFailed', where: 'feed', cause: 'away' }])
    await keeper.stop()
    await time.advance(20_000)
    expect(turns).to.have.length(6)
  })
})
