import { expect } from 'chai'
import { createPacing, type PacedWork } from '@postrider/core/kernel/background/pacing'
import { aWorld } from '../../fakes/world.js'

const BOUNDS = { least: 10, most: 1_000 }

/** A pacing, and batches with the durations that the test sets. */
const aPacing = () => {
  const { ports, time } = aWorld()
  const pacing = createPacing(ports)
  const turn = (work: PacedWork, tookMs: number) =>
    work.turn(async (size) => {
      await time.advance(tookMs)
      return size
    })
  return { ...pacing, time, turn }
}

describe('Paced work', () => {
  it('rests after each batch, and all work of its urgency rests with it', async () => {
    const { work, time, turn } = aPacing()
    const [one, other, awaited] = [work('upkeep', BOUNDS), work('upkeep', BOUNDS), work('awaited')]
    expect(await turn(one, 30)).to.deep.equal({ _tag: 'Done', result: 1_000, restMs: 270 })
    expect(await turn(other, 30)).to.deep.equal({ _tag: 'NotYet', restMs: 270 })
    expect(await turn(awaited, 1)).to.include({ _tag: 'Done' })
    await time.advance(269)
    expect(await turn(other, 30)).to.include({ _tag: 'Done' })
  })

  it('takes turns: waiting work runs before the work that ran last', async () => {
    const { work, time, turn } = aPacing()
    const [one, other] = [work('upkeep', BOUNDS), work('upkeep', BOUNDS)]
    await turn(one, 10)
    await turn(other, 10)
    await time.advance(90)
    expect(await turn(one, 10)).to.include({ _tag: 'NotYet' })
    expect(await turn(other, 10)).to.include({ _tag: 'Done' })
    await time.advance(90)
    expect(await turn(one, 10)).to.include({ _tag: 'Done' })
  })

  it("doesn't wait for work that never returns", async () => {
    const { work, time, turn } = aPacing()
    const [one, gone] = [work('upkeep', BOUNDS), work('upkeep', BOUNDS)]
    await turn(one, 10)
    await turn(gone, 10)
    await time.advance(1_100)
    expect(await turn(one, 10)).to.include({ _tag: 'Done' })
    await time.advance(90)
    expect(await turn(one, 10)).to.include({ _tag: 'Done' })
  })

  it('never runs two batches of one urgency at once', async () => {
    const { work } = aPacing()
    let end: () => void = () => undefined
    const first = work('upkeep').turn(() => new Promise<void>((resolve) => (end = resolve)))
    expect(await work('upkeep').turn(() => Promise.resolve())).to.deep.equal({ _tag: 'NotYet', restMs: 20 })
    end()
    expect(await first).to.include({ _tag: 'Done' })
  })

  it('rests less after hours with a backlog, until the backlog is gone', async () => {
    const { work, time, note } = aPacing()
    const one = work('upkeep')
    const batch = (isMore: boolean) => async () => {
      await time.advance(20)
      note('accept', 5)
      return isMore
    }
    const restOf = async (isMore: boolean) => (await one.turn(batch(isMore), (more) => more)).restMs
    expect(await restOf(true)).to.equal(380)
    await time.advance(3_600_000)
    expect(await restOf(true)).to.equal(190)
    await time.advance(10_000)
    expect(await restOf(false)).to.equal(380)
  })

  it('continues after a batch that threw', async () => {
    const { work, turn } = aPacing()
    const one = work('upkeep')
    const failed = await Promise.allSettled([one.turn(() => Promise.reject(new Error('a bug')))])
    expect(failed[0]?.status).to.equal('rejected')
    expect(await turn(one, 1)).to.include({ _tag: 'Done' })
  })

  it('makes batches smaller when they are slow, and rests longer while sends are slow', async () => {
    const { work, time, turn, note } = aPacing()
    const one = work('upkeep', BOUNDS)
    expect(await turn(one, 100)).to.deep.equal({ _tag: 'Done', result: 1_000, restMs: 900 })
    await time.advance(900)
    note('accept', 5)
    expect(await turn(one, 40)).to.deep.equal({ _tag: 'Done', result: 400, restMs: 760 })
    for (let at = 0; at < 200; at += 1) {
      await time.advance(5)
      note('accept', 15)
    }
    const slow = await turn(one, 20)
    expect(slow.restMs).to.be.within(900, 1_140)
  })
})
