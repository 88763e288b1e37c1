import { expect } from 'chai'
import { TE } from '@postrider/core/fp'
import { startFeedSequencer } from '@postrider/web-server/hosting/feed-sequencer'
import { aWorld } from '../../../core/fakes/world.js'

const nothing = () => undefined
const silent = { writesDebug: false, debug: nothing, info: nothing, warn: nothing, error: nothing }

describe('The change feed sequencer', () => {
  it('runs when a turn is due, reports a failed turn, and stops', async () => {
    const { ports, time, emitted } = aWorld()
    const turns: number[] = []
    const counted: number[] = []
    const indexed: number[] = []
    const numberFeed = () => {
      turns.push(time.clock.nowMs())
      if (turns.length === 2) return TE.left({ _tag: 'StorageUnavailable' as const, cause: 'away' })
      return TE.right(100)
    }
    const begunMs = time.clock.nowMs()
    const sequencer = startFeedSequencer({
      ports,
      log: silent,
      postrider: {
        numberFeed,
        purgeFeed: () => TE.right(10_000),
        numberEvents: () => TE.right(10_000),
        rollUpFlow: (most) => TE.right(counted.push(time.clock.nowMs()) === 1 ? most : 0),
        countUsage: () => TE.right(0),
        indexRecipients: () => TE.right({ messages: 1, isMore: indexed.push(time.clock.nowMs()) === 1 }),
      },
    })
    for (let step = 0; step < 14; step += 1) await time.advance(100)
    expect(turns.map((atMs) => atMs - begunMs)).to.deep.equal([0, 100, 1100, 1200, 1300, 1400])
    expect(emitted).to.deep.equal([{ _tag: 'PartFailed', where: 'feed', cause: 'away' }])
    for (let step = 0; step < 40; step += 1) await time.advance(100)
    // After a full turn, the next one follows at once.
    expect(counted.map((atMs) => atMs - begunMs)).to.deep.equal([0, 0, 5000])
    expect(indexed.map((atMs) => atMs - begunMs)).to.deep.equal([0, 0, 1000, 2000, 3000, 4000, 5000])
    await sequencer.stop()
    turns.length = 0
    await time.advance(20_000)
    expect([turns.length, counted.length, indexed.length]).to.deep.equal([0, 3, 7])
  })
})
